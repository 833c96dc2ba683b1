/** Whether a table counts. Guests see that they would need an account for it. */

import type { GameCard } from "../api/games";
import { useMe } from "../me";
import { ratedWords } from "../parts/Rating";
import { Segments } from "../parts/small";
import { Link } from "../router/router";
import { paths } from "../router/routes";
import { t } from "../texts/page";

export const useAccount = () => useMe()?.person?.kind === "account";

export function RatedField(props: { game: GameCard; value: boolean; onChange: (rated: boolean) => void }) {
  const { game, value, onChange } = props;
  const account = useAccount();
  return (
    <div className="option" data-rated={value}>
      <p className="small soft">{t(game.cooperative ? "rated.line-best" : "rated.line")}</p>
      {account ? (
        <Segments
          name="rated"
          legend={t("rated.legend")}
          ways={[
            { value: false, label: ratedWords(false, game.cooperative) },
            { value: true, label: ratedWords(true, game.cooperative) },
          ]}
          value={value}
          onChange={onChange}
        />
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
