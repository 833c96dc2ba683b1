/** Whether a table counts for ratings or best scores. */

import { useHasAccount } from "../../client/session";
import type { GameInfo } from "../../contract";
import { Link, paths } from "../../ui/router";
import { Segments } from "../../ui/Segments";
import { t } from "../../ui/texts/page";
import { ratedText } from "./Rating";

/** With an explanation. Guests see that they would need an account. */
export function RatedField(props: { game: GameInfo; value: boolean; onChange: (rated: boolean) => void }) {
  const { game, value, onChange } = props;
  const account = useHasAccount();
  return (
    <div className="option" data-rated={value}>
      <p className="small soft">{t(game.cooperative ? "rated.line-best" : "rated.line")}</p>
      {account ? (
        <RatedSegments name="rated" game={game} value={value} onChange={onChange} />
      ) : (
        <p className="small">
          {t("rated.guest")}{" "}
          <Link to={paths.signUp(paths.play(game.name))} className="more">
            {t("sign.up")}
          </Link>
        </p>
      )}
    </div>
  );
}

export function RatedSegments(props: {
  name: string;
  game: GameInfo | undefined;
  value: boolean;
  onChange: (rated: boolean) => void;
}) {
  const label = (rated: boolean) => ratedText(rated, props.game?.cooperative === true);
  return (
    <Segments
      name={props.name}
      legend={t("rated.legend")}
      options={[false, true].map((value) => ({ value, label: label(value) }))}
      value={props.value}
      onChange={props.onChange}
    />
  );
}
