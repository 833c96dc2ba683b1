import { memo, useEffect, useMemo, useRef } from "react";
import type { Line, Sitter } from "../../live/feed";
import { Icon } from "../../parts/Icon";
import type { Skin } from "../../skins/types";
import { isolate } from "../../texts/isolate";
import { t } from "../../texts/page";
import { type Catalogue, render } from "../../texts/render";
import { type Cell, rowsOf } from "./log";
import type { Travel } from "./travel";

interface LogProps {
  lines: readonly Line[];
  seats: readonly Sitter[];
  catalogue: Catalogue;
  skin: Skin;
  line: number | null; // of time travel
  go: Travel["go"];
}

/** A step as a sentence: who, and what. */
export function stepWords(line: Line, seats: readonly Sitter[], catalogue: Catalogue): string {
  const words = line.words ? render(catalogue, line.words) : (line.text ?? "");
  const seat = line.seat ?? null;
  return seat === null || line.kind !== "step" ? words : `${isolate(seats[seat]?.name ?? "")} ${words}`;
}

/** All steps as this viewer saw them; each leads to how the table stood after it. A long match has hundreds: of what is
 * there already nothing is drawn again. */
export const Log = memo(function Log({ lines, seats, catalogue, skin, line, go }: LogProps) {
  const list = useRef<HTMLOListElement>(null);
  const rows = useMemo(() => rowsOf(lines, seats.length, skin.fold), [lines, seats.length, skin]);
  const last = useMemo(() => lines.findLastIndex((each) => each.kind === "step") + 1, [lines]);
  const shown = line ?? last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line scrolls into sight, unless the past is looked at
  useEffect(() => {
    const at = list.current?.querySelector("[aria-current]");
    if (line !== null) at?.scrollIntoView({ block: "nearest" });
    else list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines.length, line]);
  if (rows.length === 0) return <p className="log soft empty">{t("table.no-moves")}</p>;
  const single = rows.every((row) => row.is === "words" || row.cells.length === 1);
  return (
    <ol className={single ? "log single" : "log"} ref={list}>
      {rows.map((row) =>
        row.is === "words" ? (
          <li key={`w${row.key}`} className="event">
            {stepWords(row.line, seats, catalogue)}
          </li>
        ) : (
          <li key={row.number} className={row.cells[0]?.seat === null ? "chance" : ""}>
            <span className="n">{row.number}</span>
            {row.cells.map((each, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is a seat
              <span key={i}>
                {each && <LogStep {...each} {...{ single, seats, catalogue, skin, go }} current={isAt(each, shown)} />}
              </span>
            ))}
          </li>
        ),
      )}
    </ol>
  );
});

const isAt = (cell: Cell, line: number) => cell.from <= line && line <= cell.line;

interface LogStepProps extends Cell, Pick<LogProps, "seats" | "catalogue" | "skin" | "go"> {
  single: boolean; // there is a row for each step, with room for words
  current: boolean;
}

const LogStep = memo(function LogStep(props: LogStepProps) {
  const { line, folded, text, count, seat, step, single, current, seats, catalogue, skin, go } = props;
  const what = stepWords(folded === null ? step : { ...step, words: { key: folded } }, seats, catalogue);
  const words = count > 1 ? t("table.times", { what, count }) : what;
  return (
    <button
      type="button"
      className="cell"
      aria-current={current ? "step" : undefined}
      title={words}
      onClick={() => go(line)}
    >
      {folded !== null ? (
        !single && <span>{render(catalogue, { key: folded })}</span>
      ) : skin.Step ? (
        <skin.Step text={text} seat={seat} />
      ) : (
        !(single && seat === null) && <b>{text}</b>
      )}
      {single && <span>{words}</span>}
    </button>
  );
});

/** Four steps of time travel, and back to now. */
export function TravelBar({ travel, mine }: { travel: Travel; mine: boolean }) {
  const step = (name: "first" | "back" | "forward" | "last", label: string, to: (() => void) | null) => (
    <button type="button" className="icon" aria-label={label} disabled={to === null} onClick={() => to?.()}>
      <Icon name={name} />
    </button>
  );
  return (
    <div className="travel">
      {step("first", t("travel.first"), travel.first)}
      {step("back", t("travel.back"), travel.back)}
      {step("forward", t("travel.forward"), travel.forward)}
      {step("last", t("travel.last"), travel.now)}
      {travel.now ? (
        <button type="button" className={mine ? "btn turn" : "btn"} data-now onClick={travel.now}>
          {t("travel.to-now")}
        </button>
      ) : (
        <span className="chip good">
          <Icon name="live" />
          {t("travel.now")}
        </span>
      )}
    </div>
  );
}
