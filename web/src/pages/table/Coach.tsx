/** The coach of a guided game: says what matters now, points at it, and shows a move when asked. */

import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type MoveShown, showMove } from "../../api/tables";
import { GUIDE } from "../../board/coached";
import { choiceName } from "../../board/names";
import type { Hint, Scene } from "../../board/types";
import { Icon } from "../../parts/Icon";
import type { Shown } from "../../skins/types";
import { t } from "../../texts/page";
import { sentence } from "../playing";
import "./coach.css";

const NOWHERE: readonly string[] = [];

export interface Coaching {
  here: boolean; // there is a coach at this table
  open: boolean; // and it is not put away
  toggle: () => void;
  said: Hint | null; // the last thing that it had to say
  move: MoveShown | null;
  at: readonly string[]; // what it points at
  thinking: boolean;
  ask: () => void;
  refusal: string | null;
}

export function useCoach(about: {
  guided: boolean;
  table: string;
  seat: number | null;
  hint: Hint | null;
  cursor: number;
  past: boolean;
}): Coaching {
  const { guided, table, seat, hint, cursor, past } = about;
  const [open, setOpen] = useState(true);
  const [said, setSaid] = useState(hint);
  const [asked, setAsked] = useState<{ cursor: number; move: MoveShown | null; refusal: string | null } | null>(null);
  const [thinking, setThinking] = useState(false);
  // While the others play it has nothing to say, and what it said last stays to be read.
  if (hint && hint !== said) setSaid(hint);
  const ask = useCallback(() => {
    if (seat === null) return;
    setThinking(true);
    showMove(table, seat)
      .then(
        (move) => setAsked({ cursor, move, refusal: null }),
        (error) => setAsked({ cursor, move: null, refusal: sentence(error) }),
      )
      .finally(() => setThinking(false));
  }, [table, seat, cursor]);
  const toggle = useCallback(() => setOpen((was) => !was), []);
  const fresh = asked?.cursor === cursor ? asked : null; // of an earlier moment it says nothing
  const move = fresh?.move ?? null;
  const at = !open || past ? NOWHERE : (move?.path ?? hint?.at ?? NOWHERE);
  const here = guided && seat !== null;
  return { here, open: here && open, toggle, said, move, at, thinking, ask, refusal: fresh?.refusal ?? null };
}

/** The scene, with what the coach points at. */
export function useGuided(scene: Scene, at: readonly string[]): Scene {
  return useMemo(
    () => (at.length > 0 ? { ...scene, marks: [...(scene.marks ?? []), { kind: GUIDE, at: [...at] }] } : scene),
    [scene, at],
  );
}

export function Coach({ coach, shown }: { coach: Coaching; shown: Shown }) {
  const { said, move, refusal } = coach;
  const choice = move && { text: move.step, path: move.path, also: false };
  const words = choice
    ? t("coach.try", { step: choiceName(shown.plan, shown.scene, shown.catalogue, choice) })
    : (refusal ?? (said ? shown.say(said.text) : t("coach.wait")));
  return (
    <section className="coach" aria-label={t("coach.title")} data-coach={move ? "move" : "hint"}>
      <Icon name="lamp" />
      <button type="button" className="icon" aria-label={t("coach.away")} onClick={coach.toggle}>
        <Icon name="close" />
      </button>
      <Words>{words}</Words>
      {!shown.phone && <ShowMove coach={coach} shown={shown} />}
    </section>
  );
}

/** Whatever is said takes the same room, so that the board stays where it is; what is longer than that is scrolled. */
function Words({ children }: { children: string }) {
  const said = useRef<HTMLParagraphElement>(null);
  const [more, setMore] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew with every sentence
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
    <p ref={said} aria-live="polite" className={more ? "long" : undefined} tabIndex={more ? 0 : undefined}>
      {children}
    </p>
  );
}

/** Beside what the coach says; on a phone under the board, where the thumb is and room is left. */
export function ShowMove({ coach, shown }: { coach: Coaching; shown: Shown }) {
  const { open, thinking, move } = coach;
  if (!open || shown.over) return null;
  return (
    <button
      type="button"
      className="btn show-move"
      data-show-move
      disabled={!shown.mine || thinking || move !== null}
      onClick={coach.ask}
    >
      <Icon name="lamp" />
      {t(thinking ? "coach.thinking" : "coach.show")}
    </button>
  );
}

/** Over the table: takes the coach away and brings it back. */
export function CoachButton({ coach }: { coach: Coaching }) {
  if (!coach.here) return null;
  return (
    <button
      type="button"
      className="icon"
      data-coach-button
      aria-pressed={coach.open}
      aria-label={t("coach.title")}
      onClick={coach.toggle}
    >
      <Icon name="lamp" />
    </button>
  );
}
