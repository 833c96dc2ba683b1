/** What a match needs while it is played: taking steps, and sounds. */

import { useCallback, useEffect, useRef, useState } from "react";
import { newKey, Refusal } from "../../../client/http";
import { playSound } from "../../../ui/sound";
import { t } from "../../../ui/texts/page";
import type { Feed, Now } from "../feed";
import { takeSteps } from "../requests";
import type { LateMove } from "./useLateMove";

export interface StepsState {
  busy: boolean;
  refusal: string | null;
  act: (steps: string | readonly string[]) => void;
  fail: (sentence: string) => void;
}

/** `late` keeps a move that cannot be sent now; null where moves do not wait. */
export function useSteps(table: string, seat: number | null, late: LateMove | null): StepsState {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const act = useCallback(
    (steps: string | readonly string[]) => {
      if (seat === null) return;
      setBusy(true);
      setRefusal(null);
      const [all, key] = [typeof steps === "string" ? [steps] : steps, newKey()];
      (late?.now ? late.keep(all, key) : takeSteps(table, seat, all, key))
        .catch((error) => (error instanceof Refusal || !late ? Promise.reject(error) : late.keep(all, key)))
        .catch((error) => {
          playSound("no");
          setRefusal(error instanceof Refusal ? `${error.message} ${t("page.nothing-changed")}` : t("page.unsure"));
        })
        .finally(() => setBusy(false));
    },
    [table, seat, late],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next player at this device has not been refused anything
  useEffect(() => setRefusal(null), [seat]);
  return { busy, refusal, act, fail: setRefusal };
}

/** Wood on wood for a step, a chime for the player's turn, three notes at the end. */
export function useMatchSounds(feed: Feed, now: Now, mine: boolean): void {
  const steps = feed.lines.filter((line) => line.kind === "step").length;
  const said = feed.lines.filter((line) => line.kind === "said").length;
  const before = useRef({ steps, said, mine, over: now.phase === "over" });
  const over = now.phase === "over";
  useEffect(() => {
    const was = before.current;
    before.current = { steps, said, mine, over };
    if (over && !was.over) playSound("end");
    else if (mine && !was.mine) playSound("turn");
    else if (steps > was.steps) playSound("step");
    else if (said > was.said) playSound("talk");
  }, [steps, said, mine, over]);
}
