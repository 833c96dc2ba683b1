/** A finished match, step by step, as any seat saw it or with everything shown; a link leads to any moment. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Board } from "../../../board/Board";
import { MomentLine } from "../../../board/MomentLayer";
import { SeatAvatar } from "../../../board/SeatAvatar";
import { Stage } from "../../../board/Stage";
import type { TableView } from "../../../board/skin";
import { useNothingToChoose } from "../../../board/useChoosing";
import { errorText } from "../../../client/http";
import { useAttempt } from "../../../client/useSubmit";
import type { PastPosition } from "../../../contract";
import { Avatar } from "../../../ui/Avatar";
import { Button, ButtonLink, DownloadLink } from "../../../ui/Button";
import { Acts } from "../../../ui/ButtonRow";
import { classes } from "../../../ui/classes";
import { RefusalText } from "../../../ui/Form";
import { useFetched, useOnItsSide, usePhone, useTitle } from "../../../ui/hooks";
import { Icon, type IconName } from "../../../ui/Icon";
import { IconButton } from "../../../ui/IconButton";
import { Moment } from "../../../ui/Moment";
import { Panel } from "../../../ui/Panel";
import { go, paths } from "../../../ui/router";
import { ThemeButton } from "../../../ui/SettingsButtons";
import { text } from "../../../ui/text";
import { initial } from "../../../ui/texts/isolate";
import { t } from "../../../ui/texts/page";
import { render, type Sayable } from "../../../ui/texts/render";
import { useTableRatings } from "../../ratings/ratings";
import { DealingButton } from "../dealing/DealingButton";
import { EndFacts } from "../match/EndFacts";
import { counterText, TableCounters } from "../match/TableCounters";
import { recordLink, replay, replayAt, wantRematch } from "../requests";
import { Sheet } from "../Sheet";
import { TableFrame } from "../TableFrame";
import { MatchHeader } from "../TableHeader";
import { useMoments } from "../useMoments";
import { useMoveKeys } from "../useMoveKeys";
import { type TableSetup, useTableSetup, withSeatNames } from "../useTableSetup";
import { AdvantageGraph } from "./AdvantageGraph";
import css from "./ReplayPage.module.css";
import { ReplaySteps } from "./ReplaySteps";
import { useReview } from "./useReview";

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
  const { setup, trouble } = useTableSetup(where.table, where.invite);
  useTitle(setup ? t("replay.title", { game: setup.game.title }) : null);
  if (setup && setup.at.now.phase === "over") return <Finished setup={setup} where={where} />;
  return (
    <Moment as="main">
      <p role="status">{setup ? t("replay.early") : (trouble ?? t("page.loading"))}</p>
      <ButtonLink to={setup ? paths.table(where.table, where.invite) : paths.home}>
        {t(setup ? "replay.to-table" : "page.home")}
      </ButtonLink>
    </Moment>
  );
}

function Finished({ setup, where }: { setup: TableSetup; where: Where }) {
  const { at, game, plan, texts, skin, invite } = setup;
  const { table } = at.rules;
  const { seats } = at.now;
  const you = at.seats.length === 1 ? (at.seats[0] ?? null) : null; // of several at one device nobody is meant
  const ratings = useTableRatings({
    ...{ table, game: game.name, invite, over: true, pushed: null },
    asks: game.cooperative && at.seats.length > 0,
  });
  const phone = usePhone();
  const onItsSide = useOnItsSide();
  const catalogue = useMemo(() => withSeatNames(texts, seats), [texts, seats]);
  const say = useCallback((text: Sayable) => render(catalogue, text), [catalogue]);
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
  const still = useNothingToChoose();
  const { playing, toggle } = usePlayback(step, of, to);
  useMoveKeys({
    first: step > 0 ? () => to(0) : null,
    back: step > 0 ? () => to(step - 1) : null,
    forward: step < of ? () => to(step + 1) : null,
    last: step < of ? () => to(of) : null,
  });
  const taken = useMemo(() => {
    const byNumber = new Map(found?.steps.map((each) => [each.number, each]));
    return Array.from({ length: of }, (_, i) => byNumber.get(i + 1) ?? {});
  }, [found, of]);
  const moment = useMoments({ steps: taken, at: found ? step : null, live: false, seat, say });
  const [copied, setCopied] = useState<number | null>(null); // the step to which a link was copied
  const [refusal, attempt] = useAttempt();
  const may = typeof navigator.clipboard?.writeText === "function";

  const shown: TableView | null = then && {
    ...still,
    game: game.name,
    plan,
    scene: then.scene,
    view: then.view,
    seat,
    seats,
    toAct: then.to_act,
    over: true,
    say,
    catalogue,
    phone,
    moment,
    momentBeside: phone,
  };
  const steps = (
    <ReplaySteps
      place={phone ? "sheet" : "panel"}
      className={css.log}
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
    <div className={css.controls}>
      <Control icon="first" label={t("time-travel.first")} disabled={step === 0} onDo={() => to(0)} />
      <Control icon="back" label={t("time-travel.back")} disabled={step === 0} onDo={() => to(step - 1)} />
      <IconButton
        icon={playing ? "pause" : "play"}
        label={t(playing ? "replay.stop" : "replay.play")}
        className={classes(css.control, css.play)}
        onClick={toggle}
      />
      <Control icon="forward" label={t("time-travel.forward")} disabled={step === of} onDo={() => to(step + 1)} />
      <Control icon="last" label={t("time-travel.last")} disabled={step === of} onDo={() => to(of)} />
      <span className={classes(text("num"), css.step)}>{t("replay.of", { step, of })}</span>
    </div>
  );
  return (
    <TableFrame game={game.name} skin={skin} plan={setup.plan}>
      <MatchHeader
        setup={setup}
        title={phone ? game.title : t("replay.title", { game: game.title })}
        back={{ to: paths.games, label: t("nav.games") }}
      >
        <label className={css.as}>
          <Icon name="eye" />
          <span className={text("sr-only")}>{t("replay.as")}</span>
          <select
            className={css.whose}
            value={seat === null ? ALL : String(seat)}
            onChange={(event) => to(step, event.target.value)}
          >
            <option value={ALL}>{t("replay.all")}</option>
            {seats.map((each, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
              <option key={i} value={String(i)}>
                {t("replay.by", { who: each.name })}
              </option>
            ))}
          </select>
        </label>
        {!phone && <ThemeButton />}
      </MatchHeader>
      <main className={css.main} data-step={step} data-of={of} data-as={seat ?? ALL} data-ready={then?.line === step}>
        <div className={classes(css.played, game.cooperative && css.together)}>
          <Stage skin={skin} className={css.stage}>
            {shown && <Board shown={shown} skin={skin} />}
          </Stage>
          {shown && (
            <div className={css.strip}>
              {seats.map((each, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
                <p key={i} className={classes(css.seat, shown.toAct.includes(i) && css.acting)}>
                  {skin.SeatMark ? (
                    <Avatar small>
                      <skin.SeatMark seat={i} on={false} />
                    </Avatar>
                  ) : (
                    <SeatAvatar seat={i} small>
                      {initial(each.name)}
                    </SeatAvatar>
                  )}
                  <b className={css.name}>
                    <bdi>{each.name}</bdi>
                  </b>
                  {(shown.scene.counters ?? [])
                    .filter((counter) => counter.seat === i)
                    .map((counter) => (
                      <span key={counter.id}>{counterText(catalogue, counter)}</span>
                    ))}
                </p>
              ))}
              {!phone && !onItsSide && <TableCounters scene={shown.scene} catalogue={catalogue} inline />}
              {phone && <MomentLine shown={moment} />}
            </div>
          )}
        </div>
        <div className={css.side}>
          <Panel className={css.result}>
            <div className={css.end}>
              <EndFacts setup={setup} now={at.now} catalogue={catalogue} you={you} team={ratings?.team ?? null}>
                {(title) => <h1 className={classes(text("show"), css.title)}>{title}</h1>}
              </EndFacts>
            </div>
            {at.rules.given > 0 && <p className={text("soft")}>{t("table.given", { count: at.rules.given })}</p>}
            <RefusalText text={refusal ?? (error ? errorText(error) : null)} className={css.refusal} />
            <Acts className={css.acts}>
              {may && (
                <Button
                  look="primary"
                  className={css.act}
                  onClick={() =>
                    navigator.clipboard
                      .writeText(
                        location.origin +
                          paths.replay(table, { step, as: where.as, invite: at.rules.invite ?? invite }),
                      )
                      .then(() => setCopied(step), nothing)
                  }
                >
                  <Icon name="link" />
                  {copied === step ? t("share.copied") : t("replay.link", { step })}
                </Button>
              )}
              {at.seats.length > 0 && (
                <Button
                  className={css.act}
                  onClick={() => attempt(() => wantRematch(table, game.chance).then(() => go(paths.table(table))))}
                >
                  <Icon name="hand" />
                  {t("after-match.rematch")}
                </Button>
              )}
              <ButtonLink
                to={paths.analysis(game.name, { table, step, as: where.as || String(you ?? ""), invite })}
                className={css.act}
              >
                <Icon name="lamp" />
                {t("replay.analyse")}
              </ButtonLink>
              <DownloadLink href={recordLink(table, invite)} className={css.act}>
                <Icon name="share" />
                {t("replay.save")}
              </DownloadLink>
              <DealingButton setup={setup} now={at.now} className={css.act} />
            </Acts>
          </Panel>
          <AdvantageGraph {...{ review, step, of, seats, cooperative: game.cooperative, onGo: (next) => to(next) }}>
            {controls}
          </AdvantageGraph>
          {!phone && <Panel className={css.moves}>{steps}</Panel>}
        </div>
      </main>
      {phone && <Sheet tabs={[{ id: "moves", icon: "list", label: t("table.moves"), body: steps }]} />}
    </TableFrame>
  );
}

function Control(props: { icon: IconName; label: string; disabled: boolean; onDo: () => void }) {
  return (
    <IconButton
      icon={props.icon}
      label={props.label}
      className={css.control}
      disabled={props.disabled}
      onClick={props.onDo}
    />
  );
}

/** The position after a step. What was fetched is kept, and the next step is fetched ahead. */
function useThen(at: {
  table: string;
  step: number;
  of: number;
  seat: number | null;
  all: boolean;
  invite: string;
  ready: boolean;
}): PastPosition | null {
  const { table, step, of, seat, all, invite, ready } = at;
  const fetchedSteps = useRef(new Map<string, Promise<PastPosition>>());
  const [then, setThen] = useState<PastPosition | null>(null);
  useEffect(() => {
    if (!ready) return;
    let current = true;
    const fetched = (number: number) => {
      const key = `${seat} ${number}`;
      const before = fetchedSteps.current.get(key);
      if (before) return before;
      const coming = replayAt(table, number, seat, all, invite);
      fetchedSteps.current.set(key, coming);
      coming.catch(() => fetchedSteps.current.delete(key));
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
