/** If they play … I play …: both sides are played on the board from where the match stands, and the house answers so if
 * it comes about. It knows no rules either: every position comes from the server, as far as this seat knows it. */

import { useCallback, useEffect, useRef, useState } from "react";
import { Board } from "../../../board/Board";
import { Stage } from "../../../board/Stage";
import type { TableView } from "../../../board/skin";
import { useChoosing } from "../../../board/useChoosing";
import { errorText } from "../../../client/http";
import type { Choice, ImaginedPosition, ImaginedStep } from "../../../contract";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { IconButton } from "../../../ui/IconButton";
import { LinedItem, LinedList } from "../../../ui/LinedList";
import { text } from "../../../ui/text";
import { isolate } from "../../../ui/texts/isolate";
import { t } from "../../../ui/texts/page";
import { imagine, planLines, plannedLines, whyNotImagined } from "../requests";
import { ActionBar } from "./ActionBar";
import css from "./PlanLines.module.css";
import { StageRefusal } from "./Toast";
import type { MatchState } from "./useMatch";

type Line = readonly ImaginedStep[];

const NO_CHOICES: Choice[] = [];
const NO_STEPS: readonly string[] = [];
const THOUGHT = { chosen: null, choices: NO_CHOICES, quiet: false, asking: false, ask: () => false };

export function PlanLines({ match, close }: { match: MatchState; close: () => void }) {
  const { setup, shown, feed } = match;
  const { table, seat, say } = shown;
  const you = seat ?? 0;
  const [line, setLine] = useState(NO_STEPS);
  const [there, setThere] = useState<ImaginedPosition | null>(null);
  const [kept, setKept] = useState<readonly Line[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const trouble = useCallback((error: unknown) => setRefusal(errorText(error)), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the match goes on, what is left of it is asked for
  useEffect(() => {
    setLine(NO_STEPS);
    plannedLines(table, you).then((answer) => setKept(answer.lines), trouble);
  }, [table, you, feed.cursor, trouble]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  useEffect(() => {
    let wanted = true;
    imagine(table, you, line).then((position) => wanted && setThere(position), trouble);
    return () => {
      wanted = false;
    };
  }, [table, you, line, feed.cursor, trouble]);

  const choose = useCallback((choice: Choice) => {
    setRefusal(null);
    setLine((was) => [...was, choice.text]);
  }, []);
  const fresh = there !== null && there.steps.map((step) => step.text).join() === line.join();
  const choices = fresh ? there.choices : NO_CHOICES;
  const choosing = useChoosing(choices, choose);
  const whyNot = useCallback((path: readonly string[]) => whyNotImagined(table, you, line, path), [table, you, line]);
  const keep = (lines: readonly (readonly string[])[]) => {
    setRefusal(null);
    planLines(table, you, lines).then((answer) => {
      setKept(answer.lines);
      setLine(NO_STEPS);
    }, trouble);
  };
  const texts = kept.map((each) => each.map((step) => step.text));
  const whole = fresh && there.steps.at(-1)?.seat === you;
  const next = there?.to_act[0];
  const imagined: TableView = {
    ...shown,
    ...(there ? { scene: there.scene, view: there.view ?? null } : {}),
    ...{ choices, choosing, toAct: there?.to_act ?? [], mine: false, ahead: THOUGHT, imagined: true, whyNot },
  };
  const section = useRef<HTMLElement>(null);
  // What had the keyboard goes with what it did: then the board has it.
  useEffect(() => {
    if (document.activeElement === document.body)
      section.current?.querySelector<SVGElement>("[data-board]")?.focus({ preventScroll: true });
  });
  const inWords = (steps: Line) => steps.map((step) => say(step.words)).join(" – ");
  return (
    <section ref={section} className={css.plan} aria-label={t("plan.title")} data-plan={line.length}>
      <div className={css.plate} role="status">
        <b className={css.title}>{t("plan.title")}</b>
        <span className={css.line}>{whatNext(match, there, next, you)}</span>
      </div>
      <Stage skin={setup.skin} className={css.stage}>
        <Board shown={imagined} skin={setup.skin} label={t("plan.title")} />
      </Stage>
      <div className={css.lines}>
        {line.length > 0 && there ? (
          <p className={css.making} data-making>
            <ShortLine line={there.steps} you={you} words={inWords(there.steps)} />
          </p>
        ) : (
          <p className={text("soft", "small")}>{t("plan.about")}</p>
        )}
        {kept.length > 0 && (
          <LinedList aria-label={t("plan.kept")}>
            {kept.map((each, number) => (
              <LinedItem
                key={each.map((step) => step.text).join()}
                title={<ShortLine line={each} you={you} words={inWords(each)} />}
              >
                <IconButton
                  icon="close"
                  label={t("plan.remove", { line: inWords(each) })}
                  onClick={() => keep(texts.filter((_, other) => other !== number))}
                />
              </LinedItem>
            ))}
          </LinedList>
        )}
      </div>
      <StageRefusal text={refusal} />
      <ActionBar shown={imagined} skin={setup.skin} canUndo={false} onUndo={close} takeback={null}>
        {line.length > 0 && (
          <Button data-plan-back onClick={() => setLine(line.slice(0, -1))}>
            <Icon name="undo" />
            {t("plan.back")}
          </Button>
        )}
        {whole && (
          <Button look="primary" data-plan-keep onClick={() => keep([...texts, line])}>
            {t("plan.keep")}
          </Button>
        )}
        <Button data-plan-close onClick={close}>
          {t("plan.close")}
        </Button>
      </ActionBar>
    </section>
  );
}

/** A line as the log writes it: what they play, and in a box what is answered. */
function ShortLine({ line, you, words }: { line: Line; you: number; words: string }) {
  return (
    <>
      <span className={text("sr-only")}>{words}</span>
      <span className={css.short} aria-hidden>
        {line.map((step, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is what its steps are, in their order
          <span key={number} className={step.seat === you ? css.yours : css.theirs}>
            {step.text}
          </span>
        ))}
      </span>
    </>
  );
}

function whatNext({ now }: MatchState, there: ImaginedPosition | null, next: number | undefined, you: number): string {
  if (there?.ended) return t(`plan.${there.ended}`);
  if (next === undefined) return "";
  return next === you ? t("plan.yours") : t("plan.theirs", { who: isolate(now.seats[next]?.name ?? "") });
}
