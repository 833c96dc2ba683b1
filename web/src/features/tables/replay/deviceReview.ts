/** A review that this device thinks about, at no cost to the house. It goes on while the player looks at other pages. */

import { readStored, writeStored } from "../../../client/stored";
import type { Review } from "../../../contract";
import { canThink, fetchModule, fetchNet, fromBase64 } from "../../../engine/modules";
import { lookInto } from "../../../engine/reviewer";
import { keyedSlices, whenReset } from "../../../ui/state";
import { concludeReview, fetchLore, reviewQuestions } from "../requests";

export interface DeviceReview {
  state: "running" | "done" | "failed"; // failed: somebody else has to think
  done: number;
  of: number;
  review: Review | null;
}

const KEPT = "review"; // on the device, by table
const RECENT = "reviewed"; // which tables' are kept
const MOST_KEPT = 20;

/** By table. What was found before is still here. */
const reviews = keyedSlices<string, DeviceReview | null>("device review", (table) => {
  const review = readStored<Review>(KEPT, table);
  return review ? { state: "done", done: 0, of: 0, review } : null;
});
let under = new AbortController();
whenReset(() => {
  under.abort(new Error("the page has gone"));
  under = new AbortController();
});

export const useDeviceReview = (table: string) => reviews.of(table).use();

/** Have this device look into a finished match, unless it does or has. */
export async function reviewHere(table: string, invite: string): Promise<void> {
  const now = reviews.of(table);
  if (now.get() && now.get()?.state !== "failed") return;
  const { signal } = under;
  const tell = (state: DeviceReview["state"], done: number, of: number, review: Review | null = null) => {
    if (!signal.aborted) now.set({ state, done, of, review });
  };
  tell("running", 0, 0);
  try {
    if (!canThink()) throw new Error("this browser cannot think");
    const { game, questions, lore, net, ...how } = await reviewQuestions(table, invite);
    const of = questions.length;
    const code = await fetchModule(game);
    const judge = net ? code.net : null;
    if (net && !judge) throw new Error("the net by which it is to be judged is not here");
    const data: Record<string, Uint8Array> = judge ? await fetchNet(judge, code.facts) : {};
    if (lore) data.lore = await fetchLore(table, 0, invite);
    const found = await lookInto(
      code,
      {
        ...{ ...how, data, ...(judge ? { net: judge } : {}) },
        questions: questions.map((each) => ({ ...each, state: fromBase64(each.state) })),
      },
      (done) => tell("running", done, of),
      signal,
    );
    const review = await concludeReview(table, invite, found);
    keep(table, review);
    tell("done", of, of, review);
  } catch {
    tell("failed", 0, 0);
  }
}

/** The latest few. */
function keep(table: string, review: Review): void {
  const tables = [table, ...(readStored<string[]>(RECENT, "") ?? []).filter((each) => each !== table)];
  for (const old of tables.splice(MOST_KEPT)) writeStored(KEPT, old, null);
  writeStored(RECENT, "", tables);
  writeStored(KEPT, table, review);
}
