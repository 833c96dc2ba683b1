/** What this device has written down about a table's dealing: nobody can change it without the player noticing. */

import { readStored, useStored, writeStored } from "../../../client/stored";

export interface NotedDealing {
  commitment: string; // as it was shown when the page first saw it
  before: boolean; // that was before anything was drawn
  shares: Record<number, string>; // what was given from here, by seat
}

const NAME = "dealing";

export const useNoted = (table: string) => useStored<NotedDealing | null>(NAME, null, table)[0];

/** What was shown first stays: whatever is shown later is compared with it. */
export function noteCommitment(table: string, commitment: string, before: boolean): void {
  if (!readStored<NotedDealing>(NAME, table)) writeStored(NAME, table, { commitment, before, shares: {} });
}

export function noteShare(table: string, seat: number, text: string): void {
  const noted = readStored<NotedDealing>(NAME, table);
  if (noted) writeStored(NAME, table, { ...noted, shares: { ...noted.shares, [seat]: text } });
}
