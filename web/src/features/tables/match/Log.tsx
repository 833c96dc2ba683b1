import { memo, useEffect, useMemo, useRef } from "react";
import type { Skin } from "../../../board/skin";
import type { LogLine } from "../../../contract";
import { isolate } from "../../../ui/texts/isolate";
import { t } from "../../../ui/texts/page";
import { type Catalogue, render } from "../../../ui/texts/render";
import type { NamedSitter } from "../feed";
import { EmptyLog, LogButton, LogEvent, LogList, LogNotation, LogPlace, LogRow, LogWords } from "./LogParts";
import { type Cell, rowsOf } from "./logRows";
import type { TimeTravel } from "./TimeTravel";

interface LogProps {
  lines: readonly LogLine[];
  seats: readonly NamedSitter[];
  catalogue: Catalogue;
  skin: Skin;
  line: number | null; // of time travel
  go: TimeTravel["go"];
  className?: string | undefined;
}

/** A step as a sentence: who, and what. */
export function stepText(line: LogLine, seats: readonly NamedSitter[], catalogue: Catalogue): string {
  const words = line.words ? render(catalogue, line.words) : (line.text ?? "");
  const seat = line.seat ?? null;
  return seat === null || line.kind !== "step" ? words : `${isolate(seats[seat]?.name ?? "")} ${words}`;
}

/** All steps as this viewer saw them; each leads to how the table stood after it. A long match has hundreds, and
 * those that are there already are not drawn again. */
export const Log = memo(function Log({ lines, seats, catalogue, skin, line, go, className }: LogProps) {
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
  if (rows.length === 0) return <EmptyLog className={className}>{t("table.no-moves")}</EmptyLog>;
  const single = rows.every((row) => row.is === "words" || row.cells.length === 1);
  return (
    <LogList single={single} className={className} ref={list}>
      {rows.map((row) =>
        row.is === "words" ? (
          <LogEvent key={`w${row.key}`}>{stepText(row.line, seats, catalogue)}</LogEvent>
        ) : (
          <LogRow key={row.number} number={row.number} chance={row.cells[0]?.seat === null}>
            {row.cells.map((each, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is a seat
              <LogPlace key={i}>
                {each && <LogStep {...each} {...{ single, seats, catalogue, skin, go }} current={isAt(each, shown)} />}
              </LogPlace>
            ))}
          </LogRow>
        ),
      )}
    </LogList>
  );
});

const isAt = (cell: Cell, line: number) => cell.from <= line && line <= cell.line;

interface LogStepProps extends Cell, Pick<LogProps, "seats" | "catalogue" | "skin" | "go"> {
  single: boolean; // there is a row for each step, with room for words
  current: boolean;
}

const LogStep = memo(function LogStep(props: LogStepProps) {
  const { line, folded, text, count, seat, step, single, current, seats, catalogue, skin, go } = props;
  const what = stepText(folded === null ? step : { ...step, words: { key: folded, args: {} } }, seats, catalogue);
  const words = count > 1 ? t("table.times", { what, count }) : what;
  return (
    <LogButton current={current} title={words} onClick={() => go(line)}>
      {folded !== null ? (
        !single && <LogWords>{render(catalogue, { key: folded })}</LogWords>
      ) : skin.Step ? (
        <LogNotation>
          <skin.Step text={text} seat={seat} current={current} />
        </LogNotation>
      ) : (
        !(single && seat === null) && <LogNotation>{text}</LogNotation>
      )}
      {single && <LogWords>{words}</LogWords>}
    </LogButton>
  );
});
