import { post } from "../../client/http";
import type { AnalysisLine } from "../../contract";
import type { FoundStep } from "../../engine/search";
import { recordLink } from "../tables/requests";
import type { TreeNode, Variations } from "./variations";

/** From where a position is looked at: as one seat knows it, or with everything open. */
export interface Viewpoint {
  seat: number | null;
  known: boolean;
}

/** A line of the tree, as the server takes it. */
export const lineOf = (tree: Variations, line: readonly TreeNode[], view: Viewpoint, skip: boolean): AnalysisLine => ({
  seats: tree.seats.length,
  options: { ...tree.options },
  steps: line.map(({ actor, text }) => ({ actor, text })),
  ...(view.seat === null ? {} : { seat: view.seat }),
  ...{ known: view.known, skip },
});

export const analyse = (name: string, line: AnalysisLine, told: number, plan: boolean) =>
  post("/games/{name}/analysis", { name, body: { ...line, told, plan } });

export const tellLines = (name: string, line: AnalysisLine, lines: readonly (readonly FoundStep[])[]) =>
  post("/games/{name}/analysis/lines", { name, body: { ...line, lines: lines.map((each) => each.slice(0, 8)) } }).then(
    (answer) => answer.lines,
  );

/** What the game's study gives there: bytes, so it is fetched by hand. */
export async function fetchLore(name: string, line: AnalysisLine): Promise<Uint8Array> {
  const answer = await fetch(`/api/v1/games/${encodeURIComponent(name)}/analysis/lore`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(line),
  });
  if (!answer.ok) throw new Error(answer.statusText);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The record of a match that is over, as text; of one that is played the server gives none. */
export async function fetchRecord(table: string, invite: string): Promise<string> {
  const answer = await fetch(recordLink(table, invite));
  if (answer.ok) return answer.text();
  const problem: { detail?: string } | null = await answer.json().catch(() => null);
  throw new Error(problem?.detail ?? answer.statusText);
}
