import { type ComponentProps, type PointerEvent, useRef, useState } from "react";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import { Panel, PanelTitle } from "../../ui/Panel";
import { text } from "../../ui/text";
import { isolate } from "../../ui/texts/isolate";
import { locale } from "../../ui/texts/language";
import { t } from "../../ui/texts/page";
import type { Say } from "../../ui/texts/render";
import css from "./EnginePanel.module.css";
import type { EngineState, ShownLine } from "./useEngine";
import type { Worth } from "./values";

interface EngineProps {
  engine: EngineState;
  say: Say;
  why: string | null; // why there is nothing to think about here
  worth: (value: number) => Worth;
  master: string; // how the strongest bot is called
  names: readonly string[]; // of the seats
  onPlay: (line: ShownLine) => void;
  skip: { may: boolean; on: boolean; toggle: () => void };
}

/** What the engine thinks: how fast, how far, and its best lines in words. */
export function EnginePanel(props: EngineProps) {
  return (
    <Panel className={css.panel} aria-label={t("analysis.engine")}>
      <EngineInSheet {...props} />
    </Panel>
  );
}

export function EngineInSheet(props: EngineProps) {
  return (
    <>
      <EngineHead {...props} />
      <EngineLines {...props} />
    </>
  );
}

const MEGABYTE = 1e6;

/** What it is at, where it has nothing to show. */
function idleOf({ engine, why, master }: Pick<EngineProps, "engine" | "why" | "master">): string {
  const { trouble, fetching, resting, on } = engine;
  if (trouble) return trouble;
  if (resting) return t("analysis.battery");
  if (why) return why;
  if (!fetching) return t(on ? "analysis.thinking" : "analysis.asleep");
  if (fetching.bytes < MEGABYTE / 10) return t("analysis.fetching", { who: master });
  return t("analysis.fetching-size", { who: master, size: decimals(fetching.bytes / MEGABYTE) });
}

const decimals = (size: number) => size.toLocaleString(locale(), { maximumFractionDigits: 1 });

function EngineHead({ engine, master }: EngineProps) {
  const { report, most, on } = engine;
  const done = Math.min(report?.simulations ?? 0, most);
  return (
    <>
      <header className={css.head}>
        <div>
          <PanelTitle className={css.title}>{master}</PanelTitle>
          <p className={classes(text("soft"), css.where)}>{t("analysis.on-device")}</p>
        </div>
        <p className={classes(text("soft", "num"), css.rate)}>
          {report && engine.running ? t("analysis.rate", { count: Math.round(report.rate) }) : ""}
        </p>
        <Button aria-pressed={on} data-engine={on ? "on" : "off"} onClick={engine.toggle}>
          <Icon name={on ? "pause" : "play"} />
          {t(on ? "analysis.stop" : "analysis.go")}
        </Button>
      </header>
      {most > 0 && report && (
        <p className={classes(text("soft", "num"), css.depth)}>
          <span className={css.track}>
            <i className={css.done} style={{ width: `${(100 * done) / most}%` }} />
          </span>
          {t("analysis.depth", { done, of: most })}
        </p>
      )}
    </>
  );
}

const SWIPE = 30; // pixels

/** Under the board of a phone: whether it thinks, and the best line, from which a swipe or a button leads to the others;
 * the rest is in the sheet. `of` is the position: another one begins with its best line. */
export function EngineBrief({ of, ...props }: Omit<EngineProps, "skip"> & { of: string }) {
  const { engine, say, worth, onPlay } = props;
  const { on, report, lines } = engine;
  const [asked, ask] = useState({ of, rank: 0 });
  const rank = asked.of === of ? Math.min(asked.rank, Math.max(0, lines.length - 1)) : 0;
  const line = lines[rank];
  const from = useRef<number | null>(null);
  const swiped = useRef(false);
  const show = (by: number) => ask({ of, rank: (rank + by + lines.length) % Math.max(1, lines.length) });
  function lifted(event: PointerEvent) {
    const by = from.current === null ? 0 : event.clientX - from.current;
    from.current = null;
    swiped.current = Math.abs(by) > SWIPE;
    if (swiped.current) show(by < 0 ? 1 : -1);
  }
  return (
    <section
      className={css.brief}
      aria-label={t("analysis.engine")}
      onPointerDown={(event) => {
        from.current = event.clientX;
        swiped.current = false;
      }}
      onPointerUp={lifted}
      onPointerCancel={() => {
        from.current = null;
      }}
    >
      <IconButton
        className={css.toggle}
        icon={on ? "pause" : "play"}
        label={t(on ? "analysis.stop" : "analysis.go")}
        data-engine={on ? "on" : "off"}
        onClick={engine.toggle}
      />
      {line ? (
        <EngineLine
          {...{ line, rank: rank + 1, say, worth }}
          onPlay={(pressed) => !swiped.current && onPlay(pressed)}
          data-brief={rank + 1}
        >
          {t("analysis.simulations", { count: report?.simulations ?? 0 })}
        </EngineLine>
      ) : (
        <p className={classes(text("soft"), css.idle)}>{idleOf(props)}</p>
      )}
      {lines.length > 1 && (
        <IconButton icon="forward" className={css.next} label={t("analysis.next-line")} onClick={() => show(1)} />
      )}
    </section>
  );
}

function EngineLines(props: EngineProps) {
  const { engine, say, why, worth, onPlay, skip } = props;
  const { lines } = engine;
  const threat = skip.on ? threatOf(props) : null;
  return (
    <>
      {(engine.trouble || engine.resting || why || lines.length === 0) && (
        <p className={classes(text("soft"), css.why)}>{idleOf(props)}</p>
      )}
      <ol className={css.lines} aria-label={t("analysis.lines")}>
        {lines.map((line, i) => (
          <li key={line.action}>
            <EngineLine {...{ line, rank: i + 1, say, worth, onPlay }} data-line={line.steps[0]?.text ?? ""}>
              {line.steps.length > 1 && t("analysis.then", { steps: thenOf(line) })}
            </EngineLine>
          </li>
        ))}
      </ol>
      {(skip.may || skip.on) && (
        <div className={css.skip}>
          <Button className={css.ask} aria-pressed={skip.on} data-skip onClick={skip.toggle}>
            <Icon name="last" />
            {t("analysis.skip")}
          </Button>
          <p className={text("soft", "small")} role="status" data-threat={threat === null ? undefined : ""}>
            {threat ?? t(skip.on ? "analysis.skipped" : "analysis.skip-about")}
          </p>
        </div>
      )}
    </>
  );
}

/** What the other side would do with the turn, as a sentence: its best step, and what it does before one's own next. */
function threatOf({ engine, names, say }: EngineProps): string | null {
  const steps = engine.lines[0]?.steps ?? [];
  const end = steps.findIndex((step) => step.seat !== steps[0]?.seat);
  const turn = end < 0 ? steps : steps.slice(0, end);
  const [first, ...others] = turn.map((step) => say(step.words));
  if (first === undefined) return null;
  const what = others.reduce((said, next) => t("analysis.and", { first: said, next }), first);
  return t("analysis.threat", { who: isolate(names[turn[0]?.seat ?? 0] ?? ""), what });
}

/** With a capital letter: what is said of a step goes on from a name elsewhere. */
const asSentence = (words: string) => words.replace(/\p{L}/u, (letter) => letter.toLocaleUpperCase());

const thenOf = (line: ShownLine) =>
  line.steps
    .slice(1, 5)
    .map((step) => step.text)
    .join(", ");

/** A line to press: its first step is played. `children` stand below its words. */
function EngineLine(
  props: Pick<EngineProps, "say" | "worth" | "onPlay"> & { line: ShownLine; rank: number } & Omit<
      ComponentProps<"button">,
      "onPlay"
    >,
) {
  const { line, rank, say, worth, onPlay, children, ...button } = props;
  const { number } = worth(line.value);
  const words = line.steps[0] ? asSentence(say(line.steps[0].words)) : "…";
  return (
    <button
      type="button"
      className={classes(css.line, rank === 1 && css.best)}
      disabled={line.steps.length === 0}
      onClick={() => onPlay(line)}
      {...button}
    >
      <span className={text("sr-only")}>{t("analysis.line", { number: rank, chance: number, words })}</span>
      <span className={classes(text("num"), css.rank)} aria-hidden>
        {rank}
        <LineMark rank={rank} />
      </span>
      <span className={css.words} aria-hidden>
        <b className={css.what}>{words}</b>
        {children && <small className={css.then}>{children}</small>}
      </span>
      <span className={classes(text("num"), css.value)} aria-hidden>
        {number}
      </span>
    </button>
  );
}

/** The same three shapes as the arrows on the board. */
function LineMark({ rank }: { rank: number }) {
  return (
    <svg className={css.mark} viewBox="0 0 44 20" aria-hidden="true">
      {rank === 1 && <path className={css.solid} d="M3 6.500H27V0L43 10L27 20V13.500H3A3.5 3.5 0 0 1 3 6.500Z" />}
      {rank === 2 && <path className={css.hollow} d="M3 7H27V2L42 10L27 18V13H3A3 3 0 0 1 3 7Z" />}
      {rank === 3 && (
        <>
          <path className={classes(css.hollow, css.dashed)} d="M2 10H40" />
          <path className={css.hollow} d="M32 3L42 10L32 17" />
        </>
      )}
    </svg>
  );
}
