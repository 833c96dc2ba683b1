import type { Ref } from "react";
import type { GameInfo } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { ButtonLink } from "../../ui/Button";
import { picksClass } from "../../ui/ButtonRow";
import { classes } from "../../ui/classes";
import { fieldClass } from "../../ui/Form";
import { t } from "../../ui/texts/page";
import css from "./GameSelect.module.css";

/** A choice of one game. */
export function GameSelect(props: { games: GameInfo[]; value: string; onChange: (name: string) => void }) {
  const { games, value, onChange } = props;
  const title = games.find((game) => game.name === value)?.title ?? value;
  return (
    <div className={classes(fieldClass, css.field)}>
      <GameGlyph game={value} title={title} small />
      <select
        className={css.select}
        aria-label={t("home.which")}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {games.map((game) => (
          <option key={game.name} className={css.option} value={game.name}>
            {game.title}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A link for every game, one of them the current one. */
export function GameLinks(props: {
  games: GameInfo[] | null;
  current: string | null | undefined;
  to: (game: string) => string;
  ref?: Ref<HTMLUListElement>;
}) {
  return (
    <ul className={picksClass("column")} ref={props.ref}>
      {props.games?.map(({ name, title }) => (
        <li key={name} data-game={name}>
          <ButtonLink
            to={props.to(name)}
            look={name === props.current ? "primary" : "plain"}
            aria-current={name === props.current ? "page" : undefined}
          >
            <GameGlyph game={name} title={title} small />
            {title}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
