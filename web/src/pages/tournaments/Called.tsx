import type { EntrantLine } from "../../api/tournaments";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import "../ratings/ratings.css";

/** Somebody who takes part, and the way to their page. */
export function Called({ one }: { one: EntrantLine }) {
  const name = <bdi>{one.name}</bdi>;
  if (one.level !== null) return name;
  return (
    <Link to={paths.player(one.entrant)} className="player-link">
      {name}
    </Link>
  );
}
