/** A game's module, called as docs/modules.md says: arrays laid out in its memory, and a frame for every function. It knows
 * neither the page nor a server, and runs wherever WebAssembly does. */

/** An array that a function takes: its name, its dtype or `state`, and its dimensions, by number or by name. */
export type ArgumentFacts = [name: string, dtype: string, dims: (string | number)[]];

export interface ModuleFacts {
  format: number;
  game: string;
  heap: number;
  state: { size: number };
  sizes: Record<string, number>;
  search: { bound: number; cutoff: number; explore: number; urgency: number; pace: number; hidden: boolean };
  functions: Record<string, { arguments: ArgumentFacts[]; results: string[] }>;
}

interface Place {
  at: number;
  dtype: string;
  shape: number[];
  bytes: number;
}

const FORMAT = 1;
const ALIGNED = 16;
const PAGE = 65_536;
const ITEM: Record<string, number> = {
  int64: 8,
  float64: 8,
  int32: 4,
  float32: 4,
  int16: 2,
  uint16: 2,
  int8: 1,
  uint8: 1,
  bool: 1,
};
const RESULTS = "results";

const aligned = (bytes: number) => Math.max(ALIGNED, Math.ceil(bytes / ALIGNED) * ALIGNED);

export class Machine {
  readonly facts: ModuleFacts;
  private readonly exports: WebAssembly.Exports;
  private readonly memory: WebAssembly.Memory;
  private readonly places = new Map<string, Place>();
  private readonly frames = new Map<string, number>();
  private end: number;

  /** Room for all that these functions take; `sizes` are the dimensions that the caller chooses. */
  constructor(module: WebAssembly.Module, facts: ModuleFacts, names: readonly string[], sizes: Record<string, number>) {
    if (facts.format !== FORMAT) throw new Error(`this page reads modules of format ${FORMAT}, not ${facts.format}`);
    this.facts = facts;
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.memory = this.exports.memory as WebAssembly.Memory;
    this.end = aligned(facts.heap);
    const known = { ...facts.sizes, ...sizes };
    const frames: [number, bigint[]][] = [];
    for (const name of names) frames.push(this.lay(name, known));
    const missing = this.end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    for (const [at, slots] of frames) new BigInt64Array(this.memory.buffer, at, slots.length).set(slots);
  }

  /** How much memory it has taken. */
  get bytes(): number {
    return this.memory.buffer.byteLength;
  }

  private lay(name: string, sizes: Record<string, number>): [number, bigint[]] {
    const called = this.facts.functions[name];
    if (!called) throw new Error(`the module has no ${name}`);
    const slots: bigint[] = [];
    for (const [argument, dtype, dims] of called.arguments) {
      const place = this.places.get(argument) ?? this.reserve(argument, dtype, dims, sizes);
      slots.push(BigInt(place.at), 0n, ...place.shape.map(BigInt));
    }
    if (called.results.length > 0) {
      const place = this.places.get(RESULTS) ?? this.reserve(RESULTS, "int64", [8], sizes);
      slots.push(BigInt(place.at), 0n);
    }
    const at = this.end;
    this.end += aligned(slots.length * 8);
    this.frames.set(name, at);
    return [at, slots];
  }

  private reserve(name: string, dtype: string, dims: (string | number)[], sizes: Record<string, number>): Place {
    const shape = dims.map((size) => {
      const known = typeof size === "number" ? size : sizes[size];
      if (known === undefined) throw new Error(`how long ${name} is was not said: ${size}`);
      return known;
    });
    const item = dtype === "state" ? this.facts.state.size : ITEM[dtype];
    if (item === undefined) throw new Error(`${name} is of an unknown kind: ${dtype}`);
    const bytes = shape.reduce((all, size) => all * size, 1) * item;
    const place = { at: this.end, dtype, shape, bytes };
    this.end += aligned(bytes);
    this.places.set(name, place);
    return place;
  }

  private place(name: string): Place {
    const place = this.places.get(name);
    if (!place) throw new Error(`there is no ${name}`);
    return place;
  }

  has(name: string): boolean {
    return this.places.has(name);
  }

  /** The bytes of an array, to be read or written at once: a view into memory does not outlast its growing. */
  bytesOf(name: string): Uint8Array {
    const place = this.place(name);
    return new Uint8Array(this.memory.buffer, place.at, place.bytes);
  }

  /** Fill an array that came as bytes; it has to be as long. */
  fill(name: string, data: Uint8Array): void {
    const there = this.bytesOf(name);
    if (there.length !== data.length) throw new Error(`${name} has ${there.length} bytes, not ${data.length}`);
    there.set(data);
  }

  set(name: string, value: number | bigint | boolean): void {
    const { at, dtype } = this.place(name);
    const view = new DataView(this.memory.buffer);
    if (dtype === "int64") view.setBigInt64(at, BigInt(value), true);
    else if (dtype === "float64") view.setFloat64(at, Number(value), true);
    else if (dtype === "bool") view.setUint8(at, value ? 1 : 0);
    else throw new Error(`${name} is no number by itself`);
  }

  ints64(name: string): BigInt64Array {
    const { at, bytes } = this.place(name);
    return new BigInt64Array(this.memory.buffer, at, bytes / 8);
  }

  ints32(name: string): Int32Array {
    const { at, bytes } = this.place(name);
    return new Int32Array(this.memory.buffer, at, bytes / 4);
  }

  ints8(name: string): Int8Array {
    const { at, bytes } = this.place(name);
    return new Int8Array(this.memory.buffer, at, bytes);
  }

  floats64(name: string): Float64Array {
    const { at, bytes } = this.place(name);
    return new Float64Array(this.memory.buffer, at, bytes / 8);
  }

  floats32(name: string): Float32Array {
    const { at, bytes } = this.place(name);
    return new Float32Array(this.memory.buffer, at, bytes / 4);
  }

  /** Call a function; answers its first result, if it has one. */
  call(name: string): number {
    return Number(this.callLong(name));
  }

  /** The same, for what may need all 64 bits: actions. */
  callLong(name: string): bigint {
    const frame = this.frames.get(name);
    if (frame === undefined) throw new Error(`${name} was not laid out`);
    const status = (this.exports[name] as (frame: number, lane: number) => number)(frame, 0);
    if (status !== 0) throw new Error(`${name} stopped at error ${status}`);
    return this.places.has(RESULTS) ? (this.ints64(RESULTS)[0] ?? 0n) : 0n;
  }
}
