/** When the plate with the result is shown: a moment after the last move, and until it is put away. */

import { useCallback, useEffect, useState } from "react";
import { motionIsOff } from "../../../ui/motion";

const LAST_MOVE = 2_200; // milliseconds in which the last move and the game's own finish are seen before the plate comes

export interface EndPlateState {
  open: boolean;
  arrived: boolean; // it came while the viewer looked on: it is to be heard, and the focus goes there
  putAway: () => void;
  fetch: () => void;
}

export function useEndPlate(over: boolean): EndPlateState {
  const [wasOver] = useState(over);
  const [due, setDue] = useState(over);
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!over || due) return;
    const show = () => setDue(true);
    const timer = setTimeout(show, motionIsOff() ? 0 : LAST_MOVE);
    // Whoever touches anything has seen enough.
    window.addEventListener("pointerdown", show);
    window.addEventListener("keydown", show);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointerdown", show);
      window.removeEventListener("keydown", show);
    };
  }, [over, due]);
  const putAway = useCallback(() => setAway(true), []);
  const fetch = useCallback(() => setAway(false), []);
  return { open: over && due && !away, arrived: !wasOver, putAway, fetch };
}
