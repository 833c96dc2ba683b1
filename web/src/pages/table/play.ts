/** Acting at a table, and hearing what others do. */

import { useCallback, useEffect, useRef, useState } from "react";
import { Refusal } from "../../api/ask";
import { stood } from "../../api/tables";
import { actAt } from "../../live";
import type { Feed, Now } from "../../live/feed";
import { sound } from "../../sound";
import { t } from "../../texts/page";

const AGAIN = 2_000; // ms until a view that did not come is asked for again

export interface Acting {
  busy: boolean;
  refusal: string | null;
  act: (steps: string | readonly string[]) => void;
  fail: (sentence: string) => void;
}

export function useActing(table: string, seat: number | null): Acting {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const act = useCallback(
    (steps: string | readonly string[]) => {
      if (seat === null) return;
      setBusy(true);
      setRefusal(null);
      actAt(table, seat, typeof steps === "string" ? [steps] : steps)
        .catch((error) => {
          sound("no");
          setRefusal(error instanceof Refusal ? `${error.message} ${t("page.nothing-changed")}` : t("page.unsure"));
        })
        .finally(() => setBusy(false));
    },
    [table, seat],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever takes the device has refused nothing yet
  useEffect(() => setRefusal(null), [seat]);
  return { busy, refusal, act, fail: setRefusal };
}

/** Wood on wood for a step, a chime for one's turn, three notes at the end. */
export function useSounds(feed: Feed, now: Now, mine: boolean): void {
  const steps = feed.lines.filter((line) => line.kind === "step").length;
  const said = feed.lines.filter((line) => line.kind === "said").length;
  const before = useRef({ steps, said, mine, over: now.phase === "over" });
  const over = now.phase === "over";
  useEffect(() => {
    const was = before.current;
    before.current = { steps, said, mine, over };
    if (over && !was.over) sound("end");
    else if (mine && !was.mine) sound("turn");
    else if (steps > was.steps) sound("step");
    else if (said > was.said) sound("talk");
  }, [steps, said, mine, over]);
}

/** The game's own view of this moment, for skins that ask for it. Once the moment has passed, or the device has been
 * handed over, an answer that is still on its way is not let in: it is for the eyes of the seat that asked. */
export function useView(wanted: boolean, table: string, cursor: number, seat: number | null, invite: string): unknown {
  const [held, setHeld] = useState<{ cursor: number; seat: number | null; view: unknown } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const passed = new AbortController();
    let again: ReturnType<typeof setTimeout>;
    function ask() {
      stood(table, cursor, seat, invite, passed.signal).then(
        (then) => !passed.signal.aborted && setHeld({ cursor, seat, view: then.view }),
        (error) => {
          if (!passed.signal.aborted && !(error instanceof Refusal)) again = setTimeout(ask, AGAIN);
        },
      );
    }
    ask();
    return () => {
      clearTimeout(again);
      passed.abort();
    };
  }, [wanted, table, cursor, seat, invite]);
  return held && held.cursor === cursor && held.seat === seat ? held.view : null;
}
