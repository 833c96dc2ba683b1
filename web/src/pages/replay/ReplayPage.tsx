/** A finished match, step by step, as any seat saw it or with everything shown; a link leads to any moment. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { recordLink, replay, replayAt, type Then, wantRematch } from "../../api/tables";
import { Board } from "../../board/Board";
import type { Choice } from "../../board/types";
import { useChoosing } from "../../board/useChoosing";
import { Icon } from "../../parts/Icon";
import { ThemeButton, useFetched, usePhone, useTitle } from "../../parts/small";
import { go, Link } from "../../router/router";
import { paths } from "../../router/routes";
import type { Shown } from "../../skins/types";
import { initial } from "../../texts/isolate";
import { t } from "../../texts/page";
import { render, type Text } from "../../texts/render";
import { sentence } from "../playing";
import { resultSentence, scoreSentence } from "../table/result";
import { TableCounters } from "../table/Seats";
import { Sheet } from "../table/Sheet";
import { named, type Sitting, useSitting } from "../table/sitting";
import { MatchTop } from "../table/TableTop";
import { BOARD_WORDS } from "../words";
import { Leaned } from "./Leaned";
import { Steps } from "./Steps";
import { useReview } from "./useReview";
import "../table/table.css";
import "../table/panels.css";
import "./replay.css";

const NO_CHOICES: Choice[] = [];
const nothing = () => undefined;
const ALL = "all";
const PACE = 1_000; // milliseconds a step

interface Where {
  table: string;
  invite: string;
  step: number | null;
  as: string;
}

export function ReplayPage({ where }: { where: Where }) {
  const { sitting, trouble } = useSitting(where.table, where.invite);
  useTitle(sitting ? t("page.named", { name: t("replay.title", { game: sitting.game.title }) }) : t("page.title"));
  if (sitting && sitting.at.now.phase === "over") return <Finished sitting={sitting} where={where} />;
  return (
    <main className="moment">
      <p role="status">{sitting ? t("replay.early") : (trouble ?? t("page.loading"))}</p>
      <Link to={sitting ? paths.table(where.table, where.invite) : paths.home} className="btn">
        {t(sitting ? "replay.to-table" : "page.home")}
      </Link>
    </main>
  );
}

function Finished({ sitting, where }: { sitting: Sitting; where: Where }) {
  const { at, game, plan, texts, skin, invite } = sitting;
  const { table } = at.rules;
  const { seats, result } = at.now;
  const phone = usePhone();
  const catalogue = useMemo(() => named(texts, seats), [texts, seats]);
  const say = useCallback((text: Text) => render(catalogue, text), [catalogue]);
  const seat = /^\d+$/.test(where.as) && Number(where.as) < seats.length ? Number(where.as) : null;
  const everything = seat === null;
  const [found, error] = useFetched(() => replay(table, seat, everything, invite), [table, seat, everything, invite]);
  const of = found?.of ?? 0;
  const step = Math.min(where.step ?? of, of);
  const to = useCallback(
    (next: number, as?: string) => go(paths.replay(table, { step: next, as: as ?? where.as, invite }), "replace"),
    [table, where.as, invite],
  );
  const then = useThen({ table, step, of, seat, all: everything, invite, ready: found !== null });
  const review = useReview(table, invite);
  const choosing = useChoosing(NO_CHOICES, nothing);
  const { playing, toggle } = usePlayback(step, of, to);
  const [copied, setCopied] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const may = typeof navigator.clipboard?.writeText === "function";

  const shown: Shown | null = then && {
    table: "",
    game: game.name,
    plan,
    scene: then.scene,
    view: then.view,
    seat,
    seats,
    toAct: then.to_act,
    mine: false,
    over: true,
    past: true,
    choices: NO_CHOICES,
    choosing,
    say,
    catalogue,
    phone,
    act: nothing,
  };
  const steps = (
    <Steps
      replay={found}
      seats={seats}
      catalogue={catalogue}
      step={step}
      review={review.review}
      skin={skin}
      onGo={(number) => to(number)}
    />
  );
  const controls = (
    <div className="ctl">
      <Control icon="first" label={t("travel.first")} disabled={step === 0} onDo={() => to(0)} />
      <Control icon="back" label={t("travel.back")} disabled={step === 0} onDo={() => to(step - 1)} />
      <button
        type="button"
        className="icon play"
        aria-label={t(playing ? "replay.stop" : "replay.play")}
        onClick={toggle}
      >
        <Icon name={playing ? "pause" : "play"} />
      </button>
      <Control icon="forward" label={t("travel.forward")} disabled={step === of} onDo={() => to(step + 1)} />
      <Control icon="last" label={t("travel.last")} disabled={step === of} onDo={() => to(of)} />
      <span className="step num">{t("replay.of", { step, of })}</span>
    </div>
  );
  return (
    <div className="table-page replay" data-game={game.name}>
      <MatchTop
        sitting={sitting}
        title={<b>{t("replay.title", { game: game.title })}</b>}
        back={{ to: paths.games, label: t("nav.games") }}
      >
        <label className="as">
          <Icon name="eye" />
          <span className="sr">{t("replay.as")}</span>
          <select value={seat === null ? ALL : String(seat)} onChange={(event) => to(step, event.target.value)}>
            <option value={ALL}>{t("replay.all")}</option>
            {seats.map((each, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
              <option key={i} value={String(i)}>
                {t("replay.by", { who: each.name })}
              </option>
            ))}
          </select>
        </label>
        <ThemeButton />
      </MatchTop>
      <main data-step={step} data-of={of} data-as={seat ?? ALL} data-ready={then?.line === step}>
        <div className="played">
          <div className="stage">{shown && <Board shown={shown} skin={skin} words={BOARD_WORDS} />}</div>
          {shown && (
            <div className="strip">
              {seats.map((each, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
                <p key={i} className={shown.toAct.includes(i) ? "acting" : ""}>
                  <span className={`avatar sm seat-${i % 6} ${skin.SeatMark ? "" : "plain"}`} aria-hidden="true">
                    {skin.SeatMark ? <skin.SeatMark seat={i} /> : initial(each.name)}
                  </span>
                  <b>
                    <bdi>{each.name}</bdi>
                  </b>
                  {(shown.scene.counters ?? [])
                    .filter((counter) => counter.seat === i)
                    .map((counter) => (
                      <span key={counter.id}>
                        {counter.of != null
                          ? t("table.counter-of", { name: say(counter.name), value: counter.value, of: counter.of })
                          : t("table.counter", { name: say(counter.name), value: counter.value })}
                      </span>
                    ))}
                </p>
              ))}
              <TableCounters scene={shown.scene} catalogue={catalogue} />
            </div>
          )}
        </div>
        <div className="side">
          <section className="panel result">
            <h1 className="show">{result ? resultSentence(result, game, seats, catalogue, null) : t("result.over")}</h1>
            <p>{result && scoreSentence(result, game, seats)}</p>
            {(refusal ?? error) && <p className="refusal">{refusal ?? sentence(error)}</p>}
            <div className="acts">
              {may && (
                <button
                  type="button"
                  className="btn primary"
                  onClick={() =>
                    navigator.clipboard
                      .writeText(
                        location.origin +
                          paths.replay(table, { step, as: where.as, invite: at.rules.invite ?? invite }),
                      )
                      .then(() => setCopied(true))
                  }
                >
                  <Icon name="link" />
                  {copied ? t("share.copied") : t("replay.link", { step })}
                </button>
              )}
              {at.seats.length > 0 && (
                <button
                  type="button"
                  className="btn"
                  onClick={() =>
                    wantRematch(table).then(
                      () => go(paths.table(table)),
                      (trouble) => setRefusal(sentence(trouble)),
                    )
                  }
                >
                  <Icon name="hand" />
                  {t("after.rematch")}
                </button>
              )}
              <a className="btn" href={recordLink(table, invite)} download>
                <Icon name="share" />
                {t("replay.save")}
              </a>
            </div>
          </section>
          <Leaned {...{ review, step, of, seats, cooperative: game.cooperative, onGo: (next) => to(next) }}>
            {controls}
          </Leaned>
          {!phone && <section className="panel mv">{steps}</section>}
        </div>
      </main>
      {phone && <Sheet tabs={[{ id: "moves", icon: "list", label: t("table.moves"), body: steps }]} />}
    </div>
  );
}

function Control(props: {
  icon: "first" | "back" | "forward" | "last";
  label: string;
  disabled: boolean;
  onDo: () => void;
}) {
  return (
    <button type="button" className="icon" aria-label={props.label} disabled={props.disabled} onClick={props.onDo}>
      <Icon name={props.icon} />
    </button>
  );
}

/** How it stood after a step. What was fetched is kept, and the next step is fetched ahead. */
function useThen(at: {
  table: string;
  step: number;
  of: number;
  seat: number | null;
  all: boolean;
  invite: string;
  ready: boolean;
}): Then | null {
  const { table, step, of, seat, all, invite, ready } = at;
  const kept = useRef(new Map<string, Promise<Then>>());
  const [then, setThen] = useState<Then | null>(null);
  useEffect(() => {
    if (!ready) return;
    let current = true;
    const fetched = (number: number) => {
      const key = `${seat} ${number}`;
      const before = kept.current.get(key);
      if (before) return before;
      const coming = replayAt(table, number, seat, all, invite);
      kept.current.set(key, coming);
      coming.catch(() => kept.current.delete(key));
      return coming;
    };
    fetched(step).then((found) => {
      if (!current) return;
      setThen(found);
      if (step < of) fetched(step + 1).catch(nothing);
    }, nothing);
    return () => {
      current = false;
    };
  }, [table, step, of, seat, all, invite, ready]);
  return then;
}

/** One step a second until the end. */
function usePlayback(step: number, of: number, to: (step: number) => void): { playing: boolean; toggle: () => void } {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    if (step >= of) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => to(step + 1), PACE);
    return () => clearTimeout(timer);
  }, [playing, step, of, to]);
  const toggle = () => {
    if (!playing && step >= of) to(0);
    setPlaying(!playing);
  };
  return { playing, toggle };
}
