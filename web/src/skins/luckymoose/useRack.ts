import { useEffect, useMemo, useRef, useState } from "react";
import { useKept } from "../kept";
import type { Scene, Shown } from "../types";
import { inSlots, kindsOf, type Order, type Racked, reconcile, SWAP } from "./rack";
import { laidNow } from "./view";

const NONE: readonly number[] = [];
const UNSORTED: Order = [];

/** The hand in its slots: as it was sorted on this device, with ghosts of what has been laid this turn. */
export function useRack(shown: Shown): Scene {
  const { scene, seat, past, toAct, choosing } = shown;
  const [order, setOrder] = useKept<Order>(`rack-${seat}`, UNSORTED);
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
