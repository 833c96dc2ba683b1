import type { RatingChange } from "../../api/ratings";
import type { Counter, Scene } from "../../board/types";
import type { Now } from "../../live/feed";
import { RatingChangeChip, RatingNumber, RatingOf } from "../../parts/Rating";
import { identityOf } from "../../ratings";
import type { Shown } from "../../skins/types";
import { initial } from "../../texts/isolate";
import { t } from "../../texts/page";
import { type Catalogue, render } from "../../texts/render";
import { Name } from "../neighbours/About";
import { Clock } from "./clock";
import type { Sitting } from "./sitting";

function counterLine(catalogue: Catalogue, counter: Counter): string {
  const name = render(catalogue, counter.name);
  if (counter.of === undefined || counter.of === null) return t("table.counter", { name, value: counter.value });
  return t("table.counter-of", { name, value: counter.value, of: counter.of });
}

/** A bot is called by its level: that need not be said again. */
function botWords(name: string, level: string): string {
  return !level || name.startsWith(level) ? t("table.just-bot") : t("table.bot", { level });
}

/** Who, what they are, clock, tally. On one's turn the whole card is amber. */
export function SeatCard(props: {
  seat: number;
  sitting: Sitting;
  now: Now;
  shown: Shown;
  mine: boolean;
  change: RatingChange | null;
}) {
  const { seat, sitting, now, shown, mine, change } = props;
  const { skin } = sitting;
  const sitter = now.seats[seat];
  const counters = (shown.scene.counters ?? []).filter((counter) => counter.seat === seat);
  const acting = now.phase === "playing" && (now.to_act ?? []).includes(seat);
  const level = sitter?.level ? render(shown.catalogue, { key: `level.${sitter.level}` }) : "";
  const what =
    seat === shown.seat ? t("table.you") : sitter?.kind === "bot" ? botWords(sitter.name, level) : t("table.person");
  const side = skin.SeatMark ? undefined : sitting.texts[`seat.${seat}`]; // the game's own word for it
  const clock = now.clocks?.[seat];
  return (
    <section
      className={`seat ${mine ? "on" : acting ? "acting" : ""} ${seat === shown.seat ? "me" : ""}`}
      aria-label={sitter?.name}
      data-seat={seat}
    >
      <span className={`avatar lg seat-${seat % 6} ${skin.SeatMark ? "" : "plain"}`} aria-hidden="true">
        {skin.SeatMark ? <skin.SeatMark seat={seat} /> : initial(sitter?.name ?? "")}
      </span>
      <div className="names">
        <p className="who" title={sitter?.name}>
          {sitter?.kind === "person" && seat !== shown.seat ? (
            <Name who={{ person: sitter.person ?? "", name: sitter.name }} />
          ) : (
            <bdi className="called">{sitter?.name}</bdi>
          )}
          {change ? (
            <>
              {" "}
              <RatingNumber rating={change.rating} provisional={change.provisional} />{" "}
              <RatingChangeChip change={change.change} />
            </>
          ) : (
            <RatingOf who={identityOf(sitter)} game={sitting.game.name} />
          )}
        </p>
        <p className="sub">
          {[what, typeof side === "string" ? side : ""].filter(Boolean).join(" · ")}
          {acting && ` · ${mine ? t("table.your-turn") : t("table.to-play")}`}
        </p>
      </div>
      {clock && (clock.due != null || clock.left != null) && <Clock clock={clock} who={sitter?.name ?? ""} />}
      {skin.Tally ? (
        <div className="tally num">
          <skin.Tally seat={seat} at={shown} />
        </div>
      ) : (
        counters.length > 0 && (
          <p className="tally num">
            {counters.map((counter) => (
              <span key={counter.id}>{counterLine(shown.catalogue, counter)}</span>
            ))}
          </p>
        )
      )}
    </section>
  );
}

/** Numbers that belong to no seat. */
export function TableCounters({ scene, catalogue }: { scene: Scene; catalogue: Catalogue }) {
  const counters = (scene.counters ?? []).filter((counter) => counter.seat === undefined || counter.seat === null);
  if (counters.length === 0) return null;
  return (
    <dl className="counters">
      {counters.map((counter) => (
        <div key={counter.id}>
          <dt>{render(catalogue, counter.name)}</dt>
          <dd className="show num">
            {counter.value}
            {counter.of !== undefined && counter.of !== null && <small> / {counter.of}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The other seats in the order of play, beginning after one's own. */
export function turnOrder(count: number, viewer: number | null): number[] {
  const from = viewer ?? -1;
  return Array.from({ length: count }, (_, i) => (from + 1 + i) % count).filter((seat) => seat !== viewer);
}
