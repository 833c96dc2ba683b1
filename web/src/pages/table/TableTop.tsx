import type { ReactNode } from "react";
import { Brand, TouchChip } from "../../parts/Frame";
import { Icon } from "../../parts/Icon";
import { Glyph, SoundButton, ThemeButton } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { clockWords } from "../lines";
import type { Sitting } from "./sitting";

/** Over a table: where one is, how the connection is, and the few things that are always a tap away. */
export function TableTop(props: { sitting: Sitting; watching?: number; children?: ReactNode }) {
  const { sitting, watching = 0, children } = props;
  const { game, at } = sitting;
  return (
    <header className="top">
      <Link to={paths.home} className="icon phone" aria-label={t("page.home")}>
        <Icon name="back" />
      </Link>
      <span className="desk">
        <Brand />
      </span>
      <div className="where">
        <span className="desk">
          <Glyph game={game.name} title={game.title} />
        </span>
        <h1>{game.title}</h1>
        <span className="desk soft small">{clockWords(at.rules.clock)}</span>
      </div>
      <div className="end">
        {watching > 0 && (
          <span className="chip watching" title={t("table.watching", { count: watching })}>
            <Icon name="eye" />
            <span aria-hidden="true">{watching}</span>
            <span className="sr">{t("table.watching", { count: watching })}</span>
          </span>
        )}
        <TouchChip />
        {children}
        <span className="desk">
          <SoundButton />
          <ThemeButton />
        </span>
      </div>
    </header>
  );
}
