import { lazy, Suspense } from "react";
import type { GameInfo } from "../../contract";
import { useFollowedPlayers } from "./useFollowedPlayers";

const FollowedTiles = lazy(() => import("./Following").then((file) => ({ default: file.FollowedTiles })));

/** A player who follows nobody sees no empty list, and loads nothing for it. */
export function FollowingPanel({ games, className }: { games: GameInfo[] | null; className?: string | undefined }) {
  const [list] = useFollowedPlayers();
  if (!list || list.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <FollowedTiles {...{ list, games, className }} />
    </Suspense>
  );
}
