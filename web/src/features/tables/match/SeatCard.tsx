import { SeatAvatar } from "../../../board/SeatAvatar";
import type { TableView } from "../../../board/skin";
import type { RatingChange } from "../../../contract";
import { Avatar } from "../../../ui/Avatar";
import { classes } from "../../../ui/classes";
import { text } from "../../../ui/text";
import { initial } from "../../../ui/texts/isolate";
import { t } from "../../../ui/texts/page";
import { render } from "../../../ui/texts/render";
import { PersonName } from "../../moderation/PersonName";
import { RatingBadge, RatingChangeChip, RatingNumber } from "../../ratings/Rating";
import { ratedIdOf } from "../../ratings/ratings";
import type { Now } from "../feed";
import type { TableSetup } from "../useTableSetup";
import css from "./SeatCard.module.css";
import { SeatClock } from "./SeatClock";
import { counterText } from "./TableCounters";

/** What a bot is. A bot that is named after its level does not repeat it. */
function botText(name: string, level: string): string {
  return !level || name.startsWith(level) ? t("table.just-bot") : t("table.bot", { level });
}

/** A player's name, rating, clock and tally. The card is amber while it is the viewer's turn. */
export function SeatCard(props: {
  seat: number;
  setup: TableSetup;
  now: Now;
  shown: TableView;
  mine: boolean;
  change: RatingChange | null;
  crowd: boolean; // several cards share the width of a phone
  className?: string | undefined;
}) {
  const { seat, setup, now, shown, mine, change, crowd, className } = props;
  const { skin } = setup;
  const sitter = now.seats[seat];
  const counters = (shown.scene.counters ?? []).filter((counter) => counter.seat === seat);
  const acting = now.phase === "playing" && (now.to_act ?? []).includes(seat);
  const level = sitter?.level ? render(shown.catalogue, { key: `level.${sitter.level}` }) : "";
  const what =
    seat === shown.seat
      ? t("table.you")
      : sitter?.kind !== "bot"
        ? t("table.person")
        : now.bots_on === "device"
          ? t("table.device-bot", { what: botText(sitter.name, level) })
          : botText(sitter.name, level);
  const side = skin.SeatMark ? undefined : setup.texts[`seat.${seat}`]; // the game's own word for it
  const clock = now.clocks?.[seat];
  return (
    <section
      className={classes(css.card, mine ? css.on : acting && css.acting, crowd && css.crowd, className)}
      aria-label={sitter?.name}
      data-seat={seat}
      data-me={seat === shown.seat}
    >
      {skin.SeatMark ? (
        <Avatar className={classes(css.sign, css.mark)}>
          <skin.SeatMark seat={seat} on={mine} />
        </Avatar>
      ) : (
        <SeatAvatar seat={seat} className={css.sign}>
          {initial(sitter?.name ?? "")}
        </SeatAvatar>
      )}
      <div className={css.names}>
        <p className={css.who} title={sitter?.name}>
          {sitter?.kind === "person" && seat !== shown.seat ? (
            <PersonName who={{ person: sitter.person ?? "", name: sitter.name }} className={css.name} />
          ) : (
            <bdi className={css.name}>{sitter?.name}</bdi>
          )}
          {change ? (
            <>
              {" "}
              <RatingNumber rating={change.rating} provisional={change.provisional} className={css.rating} />{" "}
              <RatingChangeChip change={change.change} className={css.change} />
            </>
          ) : (
            <RatingBadge who={ratedIdOf(sitter)} game={setup.game.name} className={css.rating} />
          )}
        </p>
        <p className={css.what}>
          {[what, typeof side === "string" ? side : ""].filter(Boolean).join(" · ")}
          {acting && ` · ${mine ? t("table.your-turn") : t("table.to-play")}`}
        </p>
      </div>
      {clock && (clock.due != null || clock.left != null) && (
        <SeatClock clock={clock} who={sitter?.name ?? ""} className={css.clock} />
      )}
      {skin.Tally ? (
        <div className={classes(text("num"), css.tally)}>
          <skin.Tally seat={seat} at={shown} on={mine} />
        </div>
      ) : (
        counters.length > 0 && (
          <p className={classes(text("num"), css.tally)}>
            {counters.map((counter) => (
              <span key={counter.id}>{counterText(shown.catalogue, counter)}</span>
            ))}
          </p>
        )
      )}
    </section>
  );
}

/** The other seats in the order of play, beginning after the viewer's. */
export function turnOrder(count: number, viewer: number | null): number[] {
  const from = viewer ?? -1;
  return Array.from({ length: count }, (_, i) => (from + 1 + i) % count).filter((seat) => seat !== viewer);
}
