/** What the house says of itself: its notice, its members, whether there is a common room. */

import { useEffect } from "react";
import type { ClubShown } from "../../contract";
import { setHouse } from "../../ui/house";
import { slice } from "../../ui/state";
import { clubNow } from "./requests";

const club = slice<ClubShown | null>("club", null);

export function keepClub(now: ClubShown): void {
  club.set(now);
  setHouse(now);
}

/** As it was told last, and asked for anew when the component is first shown. */
export function useClub(): ClubShown | null {
  useEffect(() => {
    clubNow().then(keepClub, () => undefined); // the page goes on with what it was told
  }, []);
  return club.use();
}
