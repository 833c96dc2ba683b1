/** Whether a table counts for ratings or best scores. */

import { useHasAccount } from "../../client/session";
import type { GameInfo } from "../../contract";
import { HelpedField } from "../../ui/Form";
import { MoreLink } from "../../ui/MoreLink";
import { paths } from "../../ui/router";
import { Segments } from "../../ui/Segments";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { ratedText } from "./Rating";

/** With an explanation. Guests see that they would need an account. */
export function RatedField(props: { game: GameInfo; value: boolean; onChange: (rated: boolean) => void }) {
  const { game, value, onChange } = props;
  const account = useHasAccount();
  return (
    <HelpedField help={t(game.cooperative ? "rated.line-best" : "rated.line")} data-rated={value}>
      {account ? (
        <RatedSegments name="rated" game={game} value={value} onChange={onChange} />
      ) : (
        <p className={text("small")}>
          {t("rated.guest")} <MoreLink to={paths.signUp(paths.play(game.name))}>{t("sign.up")}</MoreLink>
        </p>
      )}
    </HelpedField>
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
