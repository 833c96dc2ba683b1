import { classes } from "../../ui/classes";
import { agoText } from "../../ui/format";
import { useNow } from "../../ui/hooks";
import { useHouse } from "../../ui/house";
import { Icon } from "../../ui/Icon";
import { Link, paths } from "../../ui/router";
import { text } from "../../ui/text";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import css from "./ClubHero.module.css";
import { useClub } from "./club";

/** The house on its first page: its emblem, its name, who is here, and what is pinned up. */
export function ClubHero() {
  const house = useHouse();
  const club = useClub();
  const now = useNow();
  return (
    <section className={css.hero}>
      <div className={css.club}>
        {house.emblem && <img className={css.emblem} src={house.emblem} alt="" />}
        <div>
          <h1 className={classes(text("show"), css.name)}>{house.name}</h1>
          {club && (
            <p className={css.members}>
              {club.here > 0 && <i className={css.dot} />}
              <Link to={paths.members} className={css.link}>
                {t(club.here > 0 ? "club.here" : "club.members", {
                  count: club.here || club.members,
                  of: club.members,
                })}
              </Link>
            </p>
          )}
        </div>
      </div>
      {club?.notice && (
        <div className={css.notice}>
          <Icon name="pin" className={css.pin} />
          <p>
            <span className={text("sr-only")}>{t("club.notice")} </span>
            <bdi>{club.notice}</bdi>
            <small className={css.signed}>
              {t("club.signed", { name: isolate(club.signed), when: agoText(club.noticed, now) })}
            </small>
          </p>
        </div>
      )}
    </section>
  );
}
