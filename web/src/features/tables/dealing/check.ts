/** Checks the dealer of a finished match, on this device. It knows no rules: what a draw was among, the server says. That
 * this follows from the rules, `parlour verify` checks. How a draw is made: docs/fair-dealing.md. */

import type { Fairness, ReplayMessage } from "../../../contract";
import { type Bytes, hexOf } from "./hex";
import { hmacSha256, joined, sha256 } from "./hmac";
import type { NotedDealing } from "./noted";

const DOMAIN = "parlour deal 1";
const NOTHING = 2 ** 32 - 1; // the length of a share that nobody gave
const RANGE = 1n << 64n;

/** `good` is null where there is nothing to compare with. */
export type Finding =
  | { about: "secret"; good: boolean }
  | { about: "noted"; good: boolean | null; noted: NotedDealing | null }
  | { about: "share"; good: boolean | null }
  | { about: "draws"; good: boolean; count: number; wrong: WrongDraw | null };

/** `expected`: what secret and shares give there; null, if they give nothing. */
export interface WrongDraw {
  step: number;
  text: string;
  expected: string | null;
}

export async function checkDealing(
  told: Fairness,
  replay: Pick<ReplayMessage, "steps">,
  noted: NotedDealing | null,
): Promise<Finding[]> {
  const secret = bytesOf(told.secret ?? "");
  const shares = Object.entries(noted?.shares ?? {});
  const wrong = await firstWrong(told, replay, secret);
  return [
    { about: "secret", good: secret.length > 0 && hexOf(await sha256(secret)) === told.commitment },
    { about: "noted", good: noted && noted.commitment === told.commitment, noted },
    {
      about: "share",
      good: shares.length === 0 ? null : shares.every(([seat, text]) => told.contributions[Number(seat)] === text),
    },
    { about: "draws", good: wrong === null, count: told.drawn?.length ?? 0, wrong },
  ];
}

export const isFair = (findings: readonly Finding[]) => findings.every(({ good }) => good !== false);

/** The first draw that is not the dealer's, or not a step of the match as it is shown. */
async function firstWrong(
  told: Fairness,
  replay: Pick<ReplayMessage, "steps">,
  secret: Bytes,
): Promise<WrongDraw | null> {
  const drawn = told.drawn ?? [];
  const shown = replay.steps.filter(({ seat, number }) => seat === null && number > told.given);
  for (const [k, draw] of drawn.entries()) {
    const weights = draw.outcomes.map(([, weight]) => weight);
    const expected = draw.outcomes[await outcomeOf(secret, told.contributions, k, weights)]?.[0] ?? null;
    const step = shown[k];
    if (step?.number !== draw.step || step.text !== draw.text || draw.text !== expected)
      return { step: draw.step, text: step?.text ?? draw.text, expected };
  }
  const extra = shown[drawn.length];
  return extra ? { step: extra.number, text: extra.text, expected: null } : null;
}

/** Which outcome draw `k` has; -1, if there is none to be drawn. */
export async function outcomeOf(
  secret: Bytes,
  shares: readonly (string | null)[],
  k: number,
  weights: readonly number[],
): Promise<number> {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  if (total <= 0n || weights.some((weight) => weight < 0)) return -1;
  const head = joined([encoded(DOMAIN), ...shares.map(shareBytes), number(k, 8)]);
  let left = 0n;
  for (let attempt = 0; ; attempt++) {
    const mac = await hmacSha256(secret, joined([head, number(attempt, 4)]));
    const r = new DataView(mac.buffer).getBigUint64(0);
    if (r >= RANGE - (RANGE % total)) continue;
    left = r % total;
    break;
  }
  return weights.findIndex((weight) => {
    left -= BigInt(weight);
    return left < 0n;
  });
}

function shareBytes(text: string | null): Bytes {
  const data = encoded(text ?? "");
  return joined([number(text === null ? NOTHING : data.length, 4), data]);
}

const encoded = (text: string): Bytes => new TextEncoder().encode(text);

/** Big-endian. */
function number(value: number, length: 4 | 8): Bytes {
  const view = new DataView(new ArrayBuffer(length));
  if (length === 8) view.setBigUint64(0, BigInt(value));
  else view.setUint32(0, value);
  return new Uint8Array(view.buffer);
}

/** What is not hexadecimal is no secret. */
function bytesOf(hex: string): Bytes {
  if (!/^([0-9a-f]{2})*$/.test(hex)) return new Uint8Array();
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
