import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import { Panel, PanelTitle } from "../../ui/Panel";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import type { Say } from "../../ui/texts/render";
import css from "./EnginePanel.module.css";
import type { EngineState, ShownLine } from "./useEngine";
import { chanceOf } from "./values";

interface EngineProps {
  engine: EngineState;
  say: Say;
  why: string | null; // why there is nothing to think about here
  onPlay: (line: ShownLine) => void;
  skip: { may: boolean; on: boolean; toggle: () => void };
}

/** What the engine thinks: how fast, how far, and its best lines in words. */
export function EnginePanel({ engine, say, why, onPlay, skip }: EngineProps) {
  return (
    <Panel className={css.panel} aria-label={t("analysis.engine")}>
      <EngineHead engine={engine} />
      <EngineLines {...{ engine, say, why, onPlay, skip }} />
    </Panel>
  );
}

export function EngineHead({ engine }: { engine: EngineState }) {
  const { report, most, on } = engine;
  const done = Math.min(report?.simulations ?? 0, most);
  return (
    <>
      <header className={css.head}>
        <div>
          <PanelTitle className={css.title}>{t("analysis.engine")}</PanelTitle>
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
          <span className={css.track} role="presentation">
            <i className={css.done} style={{ width: `${(100 * done) / most}%` }} />
          </span>
          {t("analysis.depth", { done, of: most })}
        </p>
      )}
    </>
  );
}

export function EngineLines({ engine, say, why, onPlay, skip }: EngineProps) {
  const { lines, trouble } = engine;
  return (
    <>
      {(trouble ?? why) && <p className={classes(text("soft"), css.why)}>{trouble ?? why}</p>}
      {!trouble && !why && lines.length === 0 && (
        <p className={classes(text("soft"), css.why)}>{t(engine.on ? "analysis.thinking" : "analysis.asleep")}</p>
      )}
      <ol className={css.lines} aria-label={t("analysis.lines")}>
        {lines.map((line, i) => {
          const words = line.steps[0] ? say(line.steps[0].words) : "…";
          const then = line.steps
            .slice(1, 5)
            .map((step) => step.text)
            .join(", ");
          return (
            <li key={line.action}>
              <button
                type="button"
                className={classes(css.line, i === 0 && css.best)}
                disabled={line.steps.length === 0}
                data-line={line.steps[0]?.text ?? ""}
                onClick={() => onPlay(line)}
              >
                <span className={text("sr-only")}>
                  {t("analysis.line", { number: i + 1, chance: chanceOf(line.value), words })}
                </span>
                <span className={classes(text("num"), css.rank)} aria-hidden>
                  {i + 1}
                  <LineMark rank={i + 1} />
                </span>
                <span className={css.words} aria-hidden>
                  <b className={css.what}>{words}</b>
                  {then && <small className={css.then}>{t("analysis.then", { steps: then })}</small>}
                </span>
                <span className={classes(text("num"), css.value)} aria-hidden>
                  {chanceOf(line.value)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {(skip.may || skip.on) && (
        <div className={css.skip}>
          <Button className={css.ask} aria-pressed={skip.on} data-skip onClick={skip.toggle}>
            <Icon name="last" />
            {t("analysis.skip")}
          </Button>
          <p className={classes(text("soft", "small"))}>{t(skip.on ? "analysis.skipped" : "analysis.skip-about")}</p>
        </div>
      )}
    </>
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
