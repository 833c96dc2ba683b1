import { Icon } from "../../ui/Icon";
import { t } from "../../ui/texts/page";
import css from "./OnlineMark.module.css";

/** Behind a player's name: that the player is online. */
export function OnlineMark() {
  return (
    <span className={css.online}>
      <Icon name="live" className={css.sign} />
      {t("following.here")}
    </span>
  );
}
