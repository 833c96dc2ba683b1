/** The rack: which token lies in which slot, how equal ones are numbered, and how it is sorted. */

import { useEffect, useMemo, useRef, useState } from "react";
import type { Choice, Piece, Scene, TableView } from "../../board/skin";
import { useStored } from "../../client/stored";
import { laidNow } from "./facts";

export const SLOTS = 6; // of an empty rack; one that holds more grows

/** What is in a slot: a token of the hand, or the ghost of one that was laid this turn. */
export interface Slot {
  kind: string;
  laid: boolean;
}

export type Slots = readonly (Slot | null)[];
export type Order = readonly (string | null)[];

export interface Rack {
  slots: Slots;
  undone: string | null; // the place that a token has just been taken back from
  sort: (order: Order) => void;
  front: (slots: readonly number[], picking?: boolean) => void; // of equal tokens those in these slots are the first
}

/** A hand's token with its slot. */
export interface InRack extends Piece {
  slot?: number;
}

/** The scene as the skin hands it on: tokens of the viewer's hand in their slots. */
export interface Racked extends Scene {
  rack?: Rack;
}

export const rackOf = (scene: Scene): Rack | null => (scene as Racked).rack ?? null;
export const slotOf = (piece: Piece): number => (piece as InRack).slot ?? -1;

/** Every token stays where it was; what was drawn takes the free slots from the left. */
export function reconcile(order: Order, hand: readonly string[], laid: readonly string[], front: Front = []): Slots {
  const left = counted([...hand, ...laid]);
  const take = (kind: string | null) => {
    const count = kind === null ? 0 : (left.get(kind) ?? 0);
    if (kind === null || count === 0) return null;
    left.set(kind, count - 1);
    return kind;
  };
  const kinds: (string | null)[] = order.map(take);
  for (const kind of [...hand, ...laid]) {
    if (take(kind) === null) continue;
    const free = kinds.indexOf(null);
    if (free >= 0) kinds[free] = kind;
    else kinds.push(kind);
  }
  while (kinds.length > SLOTS && kinds.at(-1) === null) kinds.pop();
  const ghosts = counted(laid);
  const gone = new Set<number>();
  for (const i of inOrder(kinds, front)) {
    const kind = kinds[i];
    const count = kind ? (ghosts.get(kind) ?? 0) : 0;
    if (!kind || count === 0) continue;
    ghosts.set(kind, count - 1);
    gone.add(i);
  }
  return kinds.map((kind, i) => (kind === null ? null : { kind, laid: gone.has(i) }));
}

type Front = readonly number[];

/** All slots, those that count as the first before the others. */
function inOrder(slots: readonly unknown[], front: Front): number[] {
  const all = slots.map((_, i) => i);
  return [...front.filter((i) => i < all.length), ...all.filter((i) => !front.includes(i))];
}

function counted(kinds: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const kind of kinds) found.set(kind, (found.get(kind) ?? 0) + 1);
  return found;
}

/** The hand's pieces in their slots. Equal ones are numbered from the front; which is which makes no difference. */
export function inSlots(slots: Slots, pieces: readonly Piece[], front: Front): InRack[] {
  const left = [...pieces];
  const found: InRack[] = [];
  for (const i of inOrder(slots, front)) {
    const slot = slots[i];
    const next = slot && !slot.laid ? left.findIndex((piece) => piece.kind === slot.kind) : -1;
    const piece = left[next];
    if (!piece) continue;
    left.splice(next, 1);
    found.push({ ...piece, slot: i });
  }
  return found.sort((a, b) => slotOf(a) - slotOf(b));
}

export const kindsOf = (slots: Slots): Order => slots.map((slot) => slot?.kind ?? null);

/** One token taken out and put in before or behind the others. */
export function moved(order: Order, from: number, to: number): Order {
  const rest = [...order];
  const [token = null] = rest.splice(from, 1);
  rest.splice(to, 0, token);
  return rest;
}

/** By colour, then symbol, or the other way round, in the order of the letters given; free slots at the end. */
export function sorted(order: Order, by: "colour" | "symbol", letters: { colours: string; symbols: string }): Order {
  const rank = (kind: string) => {
    const [colour, symbol] = [letters.colours.indexOf(kind.charAt(0)), letters.symbols.indexOf(kind.charAt(1))];
    return by === "colour" ? colour * 100 + symbol : symbol * 100 + colour;
  };
  const tokens = order.filter((kind) => kind !== null).sort((a, b) => rank(a) - rank(b));
  return [...tokens, ...order.filter((kind) => kind === null)];
}

// -- exchange -------------------------------------------------------------------------------------------

export const SWAP = "button:swap";

/** The exchange of just these kinds, in whatever order they were touched; its path has an order of its own. */
export function exchangeOf(choices: readonly Choice[], kinds: readonly string[], kindOf: KindOf): Choice | null {
  const wanted = [...kinds].sort().join();
  const given = (choice: Choice) => choice.path.slice(1, -1).map(kindOf).sort().join();
  return choices.find((choice) => choice.path[0] === SWAP && given(choice) === wanted) ?? null;
}

type KindOf = (target: string) => string;

// -- on this device -------------------------------------------------------------------------------------

const NONE: readonly number[] = [];
const UNSORTED: Order = [];

/** The hand in its slots: as it was sorted on this device, with ghosts of what has been laid this turn. */
export function useRack(shown: TableView): Scene {
  const { scene, seat, past, toAct, choosing } = shown;
  // Diagrams of a rules page are several at once, each with a hand of its own: they keep nothing.
  const [kept, unkept] = [useStored<Order>(`rack-${seat}`, UNSORTED), useState<Order>(UNSORTED)];
  const [order, setOrder] = shown.table ? kept : unkept;
  const [front, setFront] = useState(NONE);
  const before = useRef<{ laid: string[]; hand: number }>({ laid: [], hand: 0 });
  const giving = useRef(false);
  giving.current = choosing.held[0] === SWAP;
  const own = seat !== null && toAct.includes(seat);

  const found = useMemo(() => {
    const at = `zone:hand-${seat}`;
    const pieces = scene.pieces ?? [];
    const hand = pieces.filter((piece) => piece.at === at && piece.face !== "down");
    const laid = own ? laidNow(scene) : [];
    const ghosts = laid.flatMap((tile) => pieces.find((piece) => piece.at === `site:${tile}`)?.kind ?? []);
    if (seat === null || hand.length + laid.length === 0) return { scene, laid, hand: 0, order: null };
    const slots = reconcile(
      order,
      hand.map((piece) => piece.kind),
      ghosts,
      front,
    );
    const was = before.current;
    const back = own && hand.length > was.hand ? was.laid.find((tile) => !laid.includes(tile)) : undefined;
    const racked: Racked = {
      ...scene,
      pieces: [...pieces.filter((piece) => piece.at !== at), ...inSlots(slots, hand, front)],
      rack: {
        slots,
        undone: back ? `site:${back}` : null,
        sort: (sorted) => {
          setFront(NONE);
          setOrder(sorted);
        },
        front: (first, picking = false) => {
          if (picking || !giving.current) setFront(first);
        },
      },
    };
    return { scene: racked, laid, hand: hand.length, order: kindsOf(slots) };
  }, [scene, seat, own, order, front, setOrder]);

  useEffect(() => {
    before.current = { laid: found.laid, hand: found.hand };
    if (!past && found.order && found.order.join() !== order.join()) setOrder(found.order);
  }, [found, past, order, setOrder]);
  return found.scene;
}
