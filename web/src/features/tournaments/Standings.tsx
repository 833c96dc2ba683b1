import type { ComponentProps } from "react";
import type { TournamentNow } from "../../contract";
import { classes } from "../../ui/classes";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { onDesk } from "../../ui/visible";
import { EntrantName, EntrantTag } from "./Entrants";
import { pointsText, reachedText } from "./facts";
import css from "./Standings.module.css";

/** The standings. Tie-breaks have columns of their own where there is room for them. */
export function Standings({ now, me }: { now: TournamentNow; me: string | null }) {
  const { kind } = now.rules;
  const entrants = new Map(now.entrants.map((one) => [one.entrant, one]));
  const buchholz = kind === "swiss";
  const sonneborn = kind === "swiss" || kind === "robin";
  return (
    <table className={classes(text("num"), css.standings)}>
      <caption className={text("sr-only")}>{t("tournament.standings")}</caption>
      <thead>
        <tr>
          <Head>
            <span className={text("sr-only")}>{t("tournament.rank")}</span>
          </Head>
          <Head className={css.name}>{t("tournament.name")}</Head>
          <Head>{t("tournament.played")}</Head>
          {buchholz && <Head className={onDesk}>{t("tournament.buchholz")}</Head>}
          {sonneborn && <Head className={onDesk}>{t("tournament.sonneborn")}</Head>}
          <Head>{t(kind === "knockout" ? "tournament.reached" : "tournament.points")}</Head>
        </tr>
      </thead>
      <tbody>
        {now.standings.map((row) => {
          const one = entrants.get(row.entrant);
          return (
            <tr key={row.entrant} className={row.entrant === me ? css.mine : undefined}>
              <Cell>{row.rank}</Cell>
              <th scope="row" className={classes(css.cell, css.name, css.entrant)}>
                {one ? <EntrantName one={one} /> : row.entrant}
                {row.entrant === me && <EntrantTag>{t("table.you")}</EntrantTag>}
                {one?.out && <EntrantTag>{t(`tournament.out-${one.out}`)}</EntrantTag>}
              </th>
              <Cell>{row.played}</Cell>
              {buchholz && <Cell className={onDesk}>{pointsText(row.buchholz)}</Cell>}
              {sonneborn && <Cell className={onDesk}>{pointsText(row.sonneborn)}</Cell>}
              <Cell>
                <b>{kind === "knockout" ? reachedText(now, row) : pointsText(row.points)}</b>
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Head({ className, ...cell }: ComponentProps<"th">) {
  return <th scope="col" {...cell} className={classes(css.cell, css.head, className)} />;
}

function Cell({ className, ...cell }: ComponentProps<"td">) {
  return <td {...cell} className={classes(css.cell, className)} />;
}
