import { useEffect, useState } from "react";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import type { Say } from "../../ui/texts/render";
import type { EngineState } from "./useEngine";
import type { Worth } from "./values";

/** What a screen reader hears of the engine: its best line when that begins with another step, and once when it has
 * stopped. Its numbers change four times a second, and nobody could listen to that. */
export function EngineHeard({
  engine,
  say,
  worth,
}: {
  engine: EngineState;
  say: Say;
  worth: (value: number) => Worth;
}) {
  const [heard, setHeard] = useState("");
  const best = engine.lines[0];
  const words = best?.steps[0] ? say(best.steps[0].words) : "";
  const value = worth(best?.value ?? 0).words;
  const stopped = engine.report?.done === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is worth changes all the time, and is said along
  useEffect(() => {
    setHeard(words ? t(stopped ? "analysis.heard-stopped" : "analysis.heard", { words, worth: value }) : "");
  }, [words, stopped]);
  return (
    <p className={text("sr-only")} aria-live="polite" data-heard>
      {heard}
    </p>
  );
}
