import { useEffect, useState } from "react";
import { go, paths } from "../../../ui/router";
import type { Now } from "../feed";

/** When all want a rematch, its table opens, and the players of this one go there. */
export function useRematch(now: Now, sits: boolean): void {
  const next = now.rematch_table ?? null;
  const [first] = useState(next); // a table that was open before is only offered
  useEffect(() => {
    if (next !== null && next !== first && sits) go(paths.table(next));
  }, [next, first, sits]);
}
