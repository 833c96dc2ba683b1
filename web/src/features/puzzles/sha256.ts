/** SHA-256 of a text, in hexadecimal. The browser's own is not there on plain http, as in a family's network. */

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
const ROUNDS = primes.map((p) => fraction(Math.cbrt(p)));
const BEGIN = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const length = (((bytes.length + 8) >> 6) + 1) << 6;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 4, bytes.length * 8);
  const hash = [...BEGIN];
  const words = new Array<number>(64).fill(0);
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 64; i++) words[i] = i < 16 ? view.getUint32(block + 4 * i) : mixed(words, i);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))) | 0;
      const two = (one + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
      const three = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + two) | 0, c, b, a, (two + three) | 0];
    }
    for (const [i, each] of [a, b, c, d, e, f, g, h].entries()) hash[i] = ((hash[i] ?? 0) + each) | 0;
  }
  return hash.map((each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
}

function mixed(words: readonly number[], i: number): number {
  const [far, near] = [words[i - 15] ?? 0, words[i - 2] ?? 0];
  const one = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
  const two = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
  return ((words[i - 16] ?? 0) + one + (words[i - 7] ?? 0) + two) | 0;
}
