/** The coach of a guided match: it says what matters now, points at it, and shows a move when asked. */

import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { COACH_MARK } from "../../../board/coachMarks";
import { choiceName } from "../../../board/names";
import type { TableView } from "../../../board/skin";
import { errorText } from "../../../client/http";
import type { Hint, HintShown, Scene } from "../../../contract";
import { canThink } from "../../../engine/modules";
import { classes } from "../../../ui/classes";
import { Icon } from "../../../ui/Icon";
import { IconButton } from "../../../ui/IconButton";
import { t } from "../../../ui/texts/page";
import { hintSearch, showFound, showMove } from "../requests";
import { BarButton } from "./ActionBar";
import css from "./Coach.module.css";

const NOWHERE: readonly string[] = [];

export interface CoachState {
  here: boolean; // this table has a coach
  open: boolean; // and the player has not hidden it
  toggle: () => void;
  said: Hint | null; // its latest hint
  move: HintShown | null;
  at: readonly string[]; // what it points at
  thinking: boolean;
  ask: () => void;
  refusal: string | null;
}

/** This device thinks, from what the seat knows; if it cannot, the house does. */
async function shownMove(game: string, table: string, seat: number): Promise<HintShown> {
  if (!canThink()) return showMove(table, seat);
  const found = await hintSearch(table, seat)
    .then(async (search) => (await import("./thinkHere")).thinkHere(game, table, search))
    .catch(() => null);
  return found === null ? showMove(table, seat) : showFound(table, seat, found);
}

export function useCoach(about: {
  guided: boolean;
  game: string;
  table: string;
  seat: number | null;
  hint: Hint | null;
  cursor: number;
  past: boolean;
}): CoachState {
  const { guided, game, table, seat, hint, cursor, past } = about;
  const [open, setOpen] = useState(true);
  const [said, setSaid] = useState(hint);
  const [asked, setAsked] = useState<{ cursor: number; move: HintShown | null; refusal: string | null } | null>(null);
  const [thinking, setThinking] = useState(false);
  // While the others play there is no new hint, and the latest one stays.
  if (hint && hint !== said) setSaid(hint);
  const ask = useCallback(() => {
    if (seat === null) return;
    setThinking(true);
    shownMove(game, table, seat)
      .then(
        (move) => setAsked({ cursor, move, refusal: null }),
        (error) => setAsked({ cursor, move: null, refusal: errorText(error) }),
      )
      .finally(() => setThinking(false));
  }, [game, table, seat, cursor]);
  const toggle = useCallback(() => setOpen((was) => !was), []);
  const fresh = asked?.cursor === cursor ? asked : null; // a move shown at an earlier moment no longer counts
  const move = fresh?.move ?? null;
  const at = !open || past ? NOWHERE : (move?.path ?? hint?.at ?? NOWHERE);
  const here = guided && seat !== null;
  return { here, open: here && open, toggle, said, move, at, thinking, ask, refusal: fresh?.refusal ?? null };
}

/** The scene, with what the coach points at. */
export function useCoachMarks(scene: Scene, at: readonly string[]): Scene {
  return useMemo(
    () => (at.length > 0 ? { ...scene, marks: [...(scene.marks ?? []), { kind: COACH_MARK, at: [...at] }] } : scene),
    [scene, at],
  );
}

export function Coach({ coach, shown }: { coach: CoachState; shown: TableView }) {
  const { said, move, refusal } = coach;
  const choice = move && { text: move.step, path: move.path, also: false };
  const words = choice
    ? t("coach.try", { step: choiceName(shown.plan, shown.scene, shown.catalogue, choice) })
    : (refusal ?? (said ? shown.say(said.text) : t("coach.wait")));
  return (
    <section className={css.coach} aria-label={t("coach.title")} data-coach={move ? "move" : "hint"}>
      <Icon name="lamp" className={css.sign} />
      <b className={css.title}>{t("coach.title")}</b>
      <IconButton icon="close" label={t("coach.away")} className={css.away} onClick={coach.toggle} />
      <HintText>{words}</HintText>
      {!shown.phone && <ShowMoveButton coach={coach} shown={shown} />}
    </section>
  );
}

/** Every hint takes the same room, so that the board stays where it is. A longer one scrolls. */
function HintText({ children }: { children: string }) {
  const said = useRef<HTMLParagraphElement>(null);
  const [more, setMore] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew with every errorText
  useLayoutEffect(() => {
    const element = said.current;
    if (!element) return;
    element.scrollTop = 0;
    const measure = () => setMore(element.scrollHeight > element.clientHeight + 1);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [children]);
  return (
    <p ref={said} aria-live="polite" className={classes(css.words, more && css.long)} tabIndex={more ? 0 : undefined}>
      {children}
    </p>
  );
}

/** Beside what the coach says; on a phone under the board, where the thumb is and room is left. */
export function ShowMoveButton({ coach, shown }: { coach: CoachState; shown: TableView }) {
  const { open, thinking, move } = coach;
  if (!open || shown.over) return null;
  return (
    <BarButton
      className={css.show}
      data-show-move
      disabled={!shown.mine || thinking || move !== null}
      onClick={coach.ask}
    >
      {t(thinking ? "coach.thinking" : "coach.show")}
    </BarButton>
  );
}

/** In the table's header: hides the coach and brings it back. */
export function CoachButton({ coach }: { coach: CoachState }) {
  if (!coach.here) return null;
  return (
    <IconButton
      icon="lamp"
      label={t("coach.title")}
      className={css.button}
      data-coach-button
      aria-pressed={coach.open}
      onClick={coach.toggle}
    />
  );
}
