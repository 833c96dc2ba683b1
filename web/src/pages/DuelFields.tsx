/** What two who want to play each other have to agree on: which game, and whether it counts. */

import type { GameCard } from "../api/games";
import { ratedWords } from "../parts/Rating";
import { Glyph, Segments } from "../parts/small";
import { t } from "../texts/page";

export function PickGame(props: { games: GameCard[]; value: string; onChange: (name: string) => void }) {
  const { games, value, onChange } = props;
  const title = games.find((game) => game.name === value)?.title ?? value;
  return (
    <div className="field pick">
      <Glyph game={value} title={title} small />
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

export function RatedOrCasual(props: {
  name: string;
  game: GameCard | undefined;
  value: boolean;
  onChange: (rated: boolean) => void;
}) {
  const label = (rated: boolean) => ratedWords(rated, props.game?.cooperative === true);
  return (
    <Segments
      name={props.name}
      legend={t("rated.legend")}
      ways={[false, true].map((value) => ({ value, label: label(value) }))}
      value={props.value}
      onChange={props.onChange}
    />
  );
}
