import { useEffect } from "react";
import { useMe } from "../../client/session";
import { useFetched } from "../../ui/hooks";
import { useLobby } from "../tables/subscriptions";
import { type Followed, listFollowing } from "./requests";

const AGAIN = 20_000; // milliseconds between two looks at who is online

/** Asked again from time to time and when tables change; not while the page is hidden. */
export function useFollowedPlayers(): [Followed[] | null, () => void] {
  const person = useMe()?.person?.id ?? null;
  const playing = (useLobby()?.playing ?? []).map((line) => line.table).join();
  const [list, , again] = useFetched(
    () => (person === null ? Promise.resolve([]) : listFollowing()),
    [person, playing],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer for as long as it is shown
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && again(), AGAIN);
    return () => clearInterval(timer);
  }, []);
  return [list, again];
}
