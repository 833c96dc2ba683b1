import type { ReactNode } from "react";
import { Brand, TouchChip } from "../../parts/Frame";
import { Icon } from "../../parts/Icon";
import { ratedWords } from "../../parts/Rating";
import { Glyph, SoundButton, ThemeButton } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { clockWords } from "../lines";
import type { Sitting } from "./sitting";

/** Over a table: where one is, how the connection is, and the few things that are always a tap away. */
export function TableTop({ sitting, children }: { sitting: Sitting; children?: ReactNode }) {
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
        {at.rules.rated && <span className="chip">{ratedWords(true, game.cooperative)}</span>}
      </div>
      <div className="end">
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
