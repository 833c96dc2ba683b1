import type { MatchLine } from "../../api/tournaments";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { isolate } from "../../texts/isolate";
import { t } from "../../texts/page";
import { points, winners } from "./words";

/** One match: who met whom, how it came out, and the way to its table. */
export function Match(props: { match: MatchLine; name: (entrant: string) => string; me: string | null }) {
  const { match, name, me } = props;
  const won = winners(match);
  const over = match.points !== null;
  const mine = me !== null && match.seats.includes(me);
  return (
    <li className={`match ${over ? "over" : ""} ${mine ? "own" : ""}`}>
      <ul>
        {match.seats.map((entrant, seat) => (
          <li key={entrant} className={won.includes(seat) ? "won" : ""}>
            <bdi>{name(entrant)}</bdi>
            <b className="num">{match.points ? points(match.points[seat] ?? 0) : ""}</b>
          </li>
        ))}
      </ul>
      <Link to={over ? paths.replay(match.table) : paths.table(match.table)} className="btn quiet">
        {match.again !== null && <small>{t("cup.again")}</small>}
        {t(over ? (match.by === "void" ? "cup.void" : "lines.replay") : mine ? "lines.play" : "lines.watch")}
        <span className="sr">{match.seats.map((each) => isolate(name(each))).join(", ")}</span>
      </Link>
    </li>
  );
}
