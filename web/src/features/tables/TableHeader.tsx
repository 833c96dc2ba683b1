import type { ReactNode } from "react";
import { GameGlyph } from "../../skins/pictures";
import { Chip } from "../../ui/Chip";
import { classes } from "../../ui/classes";
import { IconLink } from "../../ui/IconButton";
import { paths } from "../../ui/router";
import { SoundButton, ThemeButton } from "../../ui/SettingsButtons";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { onDesk, onPhone } from "../../ui/visible";
import { Brand, ConnectionChip, WaitingTablesLink } from "../frame/PageFrame";
import { TopBar } from "../frame/TopBar";
import { ratedText } from "../ratings/Rating";
import { clockText } from "./clocks";
import css from "./TableHeader.module.css";
import type { TableSetup } from "./useTableSetup";

interface MatchHeaderProps {
  setup: TableSetup;
  /** What it is called, if that is not the game alone; the page has its heading elsewhere then. */
  title?: string;
  /** Where the arrow on a phone leads, and what that is called. */
  back?: { to: string; label: string };
  children?: ReactNode;
}

/** Over a match, be it played or replayed: which game, which clock, and what is always a tap away. */
export function MatchHeader({ setup, title, back, children }: MatchHeaderProps) {
  const { game, at } = setup;
  const long = title !== undefined; // on a phone it takes what room there is
  return (
    <TopBar className={css.top} endClass={classes(long && css.besideLong)} end={children}>
      <IconLink to={back?.to ?? paths.home} icon="back" label={back?.label ?? t("page.home")} className={onPhone} />
      <span className={onDesk}>
        <Brand />
      </span>
      <div className={classes(css.where, long && css.long)}>
        <span className={onDesk}>
          <GameGlyph game={game.name} title={game.title} />
        </span>
        {long ? <b className={css.title}>{title}</b> : <h1 className={css.title}>{game.title}</h1>}
        <span className={classes(onDesk, text("soft", "small"), css.clock)}>{clockText(at.rules.clock)}</span>
        {at.rules.rated && <Chip className={long ? onDesk : undefined}>{ratedText(true, game.cooperative)}</Chip>}
        {at.rules.tournament !== null && (
          <IconLink to={paths.tournament(at.rules.tournament)} icon="flag" label={t("table.tournament")} />
        )}
      </div>
    </TopBar>
  );
}

/** Over a table: also the number of spectators and the state of the connection. */
export function TableHeader(props: { setup: TableSetup; watching?: number; children?: ReactNode }) {
  const { setup, watching = 0, children } = props;
  return (
    <MatchHeader setup={setup}>
      {watching > 0 && (
        <Chip icon="eye" title={t("table.watching", { count: watching })} data-watching={watching}>
          <span aria-hidden="true">{watching}</span>
          <span className={text("sr-only")}>{t("table.watching", { count: watching })}</span>
        </Chip>
      )}
      <WaitingTablesLink here={setup.at.rules.table} />
      <ConnectionChip />
      {children}
      <span className={onDesk}>
        <SoundButton />
        <ThemeButton />
      </span>
    </MatchHeader>
  );
}
