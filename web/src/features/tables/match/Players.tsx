import { useMemo } from "react";
import { classes } from "../../../ui/classes";
import { useOnItsSide } from "../../../ui/hooks";
import { panelClass } from "../../../ui/Panel";
import { onDesk } from "../../../ui/visible";
import css from "./Players.module.css";
import { SeatCard, turnOrder } from "./SeatCard";
import { TableFacts } from "./TableFacts";
import type { MatchState } from "./useMatch";

/** Everybody at the table, the viewer last, with what the game counts between them. */
export function Players({ match }: { match: MatchState }) {
  const { setup, now, shown, mine, ratings } = match;
  const others = useMemo(() => turnOrder(now.seats.length, shown.seat), [now.seats.length, shown.seat]);
  const small = [useOnItsSide(), shown.phone].includes(true);
  const strip = small ? setup.skin.strip?.(shown) : undefined;
  const apart = strip ?? others;
  const several = apart.length > 1;
  const card = (seat: number, className: string | undefined, crowd: boolean) => (
    <SeatCard
      key={seat}
      {...{ seat, setup, now, shown, className, crowd }}
      mine={mine && seat === shown.seat}
      change={ratings?.changes[seat] ?? null}
    />
  );
  return (
    <div className={css.players}>
      <div
        className={classes(css.others, several && css.several, setup.skin.others)}
        data-others={others.length}
        data-strip={strip !== undefined}
      >
        {apart.map((seat) => card(seat, css.other, several))}
      </div>
      <TableFacts match={match} className={classes(panelClass(), onDesk, css.facts)} scrolls />
      {shown.seat !== null && !strip && card(shown.seat, css.own, false)}
    </div>
  );
}
