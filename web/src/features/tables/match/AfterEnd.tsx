import { ButtonLink } from "../../../ui/Button";
import { classes } from "../../../ui/classes";
import { Icon } from "../../../ui/Icon";
import { paths } from "../../../ui/router";
import { text } from "../../../ui/text";
import { type PageKey, t } from "../../../ui/texts/page";
import { onDesk } from "../../../ui/visible";
import { sendChat } from "../requests";
import { BarButton } from "./ActionBar";
import type { EndPlateState } from "./useEndPlate";
import { canTalk, type MatchState } from "./useMatch";

const KIND_WORDS: readonly PageKey[] = ["end.say-well", "end.say-thanks", "end.say-again"];

/** Under the board once it is over: three kind words to the others, and the ways on. */
export function AfterEnd({ match, plate }: { match: MatchState; plate: EndPlateState }) {
  const { setup, shown, feed } = match;
  const { table } = setup.at.rules;
  const said = feed.lines.filter((line) => line.kind === "said" && line.seat === shown.seat).map((line) => line.text);
  const say = (words: string) => void sendChat(table, words, setup.invite).catch(match.trouble);
  return (
    <>
      {canTalk(match) && shown.seat !== null && (
        <>
          <span className={classes(text("soft", "small"), onDesk)}>{t("end.say")}</span>
          {KIND_WORDS.map((key) => (
            <BarButton key={key} className={onDesk} disabled={said.includes(t(key))} onClick={() => say(t(key))}>
              {t(key)}
            </BarButton>
          ))}
        </>
      )}
      {!plate.open && (
        <BarButton data-result onClick={plate.fetch}>
          <Icon name="flag" />
          {t("after-match.result")}
        </BarButton>
      )}
      <ButtonLink look="quiet" to={paths.home}>
        {t("after-match.home")}
      </ButtonLink>
    </>
  );
}
