/** SHA-256 and HMAC-SHA256. The browser has SHA-256 on encrypted pages and on loopback; on others, as in a network at home,
 * it is worked out here. What is hashed is public by then, so the time that it takes tells nobody anything. */

import type { Bytes } from "./hex";

const BLOCK = 64; // bytes

export async function sha256(data: Bytes): Promise<Bytes> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", data)) : sha256ByHand(data);
}

/** RFC 2104. */
export async function hmacSha256(key: Bytes, message: Bytes): Promise<Bytes> {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? await sha256(key) : key);
  const inner = await sha256(joined([block.map((byte) => byte ^ 0x36), message]));
  return sha256(joined([block.map((byte) => byte ^ 0x5c), inner]));
}

export function joined(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);
/** The first 32 bits behind the point. */
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** FIPS 180-4, section 6.2. */
export function sha256ByHand(data: Bytes): Bytes {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(data.length) * 8n);
  const hash = Int32Array.from(START);
  const w = new Int32Array(BLOCK);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < BLOCK; i++) w[i] = i < 16 ? view.getInt32(at + 4 * i) : expanded(w, i);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < BLOCK; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + word(ROUNDS, i) + word(w, i)) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => {
      hash[i] = word(hash, i) + part;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((part, i) => {
    out.setInt32(4 * i, part);
  });
  return new Uint8Array(out.buffer);
}

const word = (words: ArrayLike<number>, i: number) => words[i] ?? 0;

function expanded(w: Int32Array, i: number): number {
  const [x, y] = [word(w, i - 15), word(w, i - 2)];
  const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
  const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
  return (word(w, i - 16) + s0 + word(w, i - 7) + s1) | 0;
}
