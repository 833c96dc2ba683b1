import type { ReactNode } from "react";
import { Brand, OtherTables, TouchChip } from "../../parts/Frame";
import { Icon } from "../../parts/Icon";
import { ratedWords } from "../../parts/Rating";
import { Glyph, SoundButton, ThemeButton } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { clockWords } from "../lines";
import type { Sitting } from "./sitting";

interface Over {
  sitting: Sitting;
  /** What it is called, if that is not the game alone. */
  title?: ReactNode;
  /** Where the arrow on a phone leads, and what that is called. */
  back?: { to: string; label: string };
  children?: ReactNode;
}

/** Over a match, be it played or replayed: which game, under which clock, and what is always a tap away. */
export function MatchTop({ sitting, title, back, children }: Over) {
  const { game, at } = sitting;
  return (
    <header className="top">
      <Link to={back?.to ?? paths.home} className="icon phone" aria-label={back?.label ?? t("page.home")}>
        <Icon name="back" />
      </Link>
      <span className="desk">
        <Brand />
      </span>
      <div className="where">
        <span className="desk">
          <Glyph game={game.name} title={game.title} />
        </span>
        {title ?? <h1>{game.title}</h1>}
        <span className="desk soft small">{clockWords(at.rules.clock)}</span>
        {at.rules.rated && <span className="chip">{ratedWords(true, game.cooperative)}</span>}
        {at.rules.tournament !== null && (
          <Link to={paths.tournament(at.rules.tournament)} className="icon" aria-label={t("table.tournament")}>
            <Icon name="flag" />
          </Link>
        )}
      </div>
      <div className="end">{children}</div>
    </header>
  );
}

/** Over a table: also how many look on, and how the connection is. */
export function TableTop(props: { sitting: Sitting; watching?: number; children?: ReactNode }) {
  const { sitting, watching = 0, children } = props;
  return (
    <MatchTop sitting={sitting}>
      {watching > 0 && (
        <span className="chip watching" title={t("table.watching", { count: watching })}>
          <Icon name="eye" />
          <span aria-hidden="true">{watching}</span>
          <span className="sr">{t("table.watching", { count: watching })}</span>
        </span>
      )}
      <OtherTables here={sitting.at.rules.table} />
      <TouchChip />
      {children}
      <span className="desk">
        <SoundButton />
        <ThemeButton />
      </span>
    </MatchTop>
  );
}
