import type { TournamentNow } from "../../contract";
import { t } from "../../ui/texts/page";
import { EntrantName } from "./Entrants";
import { pointsText, reachedText } from "./facts";

/** The standings. Tie-breaks have columns of their own where there is room for them. */
export function Standings({ now, me }: { now: TournamentNow; me: string | null }) {
  const { kind } = now.rules;
  const entrants = new Map(now.entrants.map((one) => [one.entrant, one]));
  const buchholz = kind === "swiss";
  const sonneborn = kind === "swiss" || kind === "robin";
  return (
    <table className="standings num">
      <caption className="sr">{t("cup.standings")}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t("cup.rank")}</span>
          </th>
          <th scope="col" className="who-col">
            {t("cup.name")}
          </th>
          <th scope="col">{t("cup.played")}</th>
          {buchholz && (
            <th scope="col" className="desk">
              {t("cup.buchholz")}
            </th>
          )}
          {sonneborn && (
            <th scope="col" className="desk">
              {t("cup.sonneborn")}
            </th>
          )}
          <th scope="col">{t(kind === "knockout" ? "cup.reached" : "cup.points")}</th>
        </tr>
      </thead>
      <tbody>
        {now.standings.map((row) => {
          const one = entrants.get(row.entrant);
          return (
            <tr key={row.entrant} className={row.entrant === me ? "mine" : ""}>
              <td>{row.rank}</td>
              <th scope="row">
                {one ? <EntrantName one={one} /> : row.entrant}
                {row.entrant === me && <span className="tag">{t("table.you")}</span>}
                {one?.out && <span className="tag">{t(`cup.out-${one.out}`)}</span>}
              </th>
              <td>{row.played}</td>
              {buchholz && <td className="desk">{pointsText(row.buchholz)}</td>}
              {sonneborn && <td className="desk">{pointsText(row.sonneborn)}</td>}
              <td>
                <b>{kind === "knockout" ? reachedText(now, row) : pointsText(row.points)}</b>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
