/** A player's share of the chance: random, made on this device, or the player's own words. */

import { useEffect } from "react";
import { useStored, writeStored } from "../../../client/stored";
import type { Now } from "../feed";
import { contribute, type FoundTable, sit } from "../requests";
import type { TableSetup } from "../useTableSetup";
import { hexOf } from "./hex";
import { noteCommitment, noteShare } from "./noted";

export const LONGEST_SHARE = 200;
const RANDOM_BYTES = 32; // as many as the secret has
const OWN_WORDS = "own-words";

export const randomShare = () => hexOf(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));

/** That the player of this table wants to write, and no share is given meanwhile. */
export const wantOwnWords = (table: string) => writeStored(OWN_WORDS, table, true);
export const useOwnWords = (table: string) => useStored(OWN_WORDS, false, table);

/** The commitment is written down first: a share given before that could be taken into account by the dealer. */
export async function giveShare(table: string, seat: number, text: string): Promise<void> {
  await contribute(table, seat, text);
  noteShare(table, seat, text);
}

/** At a table that was just opened or found. It waits for the share of the first of the player's seats, which comes last. */
export async function shareInNewTable({ rules, seats, now }: FoundTable): Promise<void> {
  if (rules.commitment === null || now.phase !== "open") return;
  noteCommitment(rules.table, rules.commitment, true);
  for (const seat of seats.toReversed())
    if (now.contributed?.[seat] === false) await giveShare(rules.table, seat, randomShare());
}

/** Sit down at a table whose commitment was shown, and bring a share along. */
export async function sitWithShare(at: FoundTable, invite: string, seat?: number, words = ""): Promise<FoundTable> {
  const { table, commitment } = at.rules;
  if (commitment === null) return sit(table, invite, { seat });
  noteCommitment(table, commitment, at.now.phase === "open");
  const contribution = words.trim() || randomShare();
  const sat = await sit(table, invite, { seat, contribution });
  for (const own of sat.seats) noteShare(table, own, contribution);
  return sat;
}

/** While a table is looked at: its commitment is written down, and a player who has given no share gives a random one,
 * unless own words are to come. */
export function useDealing({ at }: TableSetup, now: Now | null): void {
  const { table } = at.rules;
  const commitment = now?.commitment;
  const open = now?.phase === "open";
  const [ownWords] = useOwnWords(table);
  useEffect(() => {
    if (commitment) noteCommitment(table, commitment, open);
  }, [table, commitment, open]);
  const due = open && !ownWords ? at.seats.find((seat) => now.contributed?.[seat] === false) : undefined;
  useEffect(() => {
    // Refused: given from another tab, or the match has begun meanwhile. The table's news say so.
    if (due !== undefined) giveShare(table, due, randomShare()).catch(() => undefined);
  }, [table, due]);
}
