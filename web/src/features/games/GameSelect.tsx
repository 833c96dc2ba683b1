import type { Ref } from "react";
import type { GameInfo } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { Link } from "../../ui/router";
import { t } from "../../ui/texts/page";

/** A choice of one game. */
export function GameSelect(props: { games: GameInfo[]; value: string; onChange: (name: string) => void }) {
  const { games, value, onChange } = props;
  const title = games.find((game) => game.name === value)?.title ?? value;
  return (
    <div className="field pick">
      <GameGlyph game={value} title={title} small />
      <select aria-label={t("home.which")} value={value} onChange={(event) => onChange(event.target.value)}>
        {games.map((game) => (
          <option key={game.name} value={game.name}>
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
    <ul className="picks" ref={props.ref}>
      {props.games?.map(({ name, title }) => (
        <li key={name} data-game={name}>
          <Link
            to={props.to(name)}
            className={name === props.current ? "btn primary" : "btn"}
            aria-current={name === props.current ? "page" : undefined}
          >
            <GameGlyph game={name} title={title} small />
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
