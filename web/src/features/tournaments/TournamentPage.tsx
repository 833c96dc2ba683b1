/** One tournament: what the player is to do next, the standings, who meets whom. */

import { useState } from "react";
import { errorText } from "../../client/http";
import { useMe } from "../../client/session";
import type { TournamentNow } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { Button, DownloadLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Chip, Chips } from "../../ui/Chip";
import { PageTitle } from "../../ui/Column";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { classes } from "../../ui/classes";
import { FormPanel, Labelled, NumberSelect, RefusalText, TextArea } from "../../ui/Form";
import { useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { Moment } from "../../ui/Moment";
import { Panel, PanelHeader, PanelTitle, panelClass } from "../../ui/Panel";
import { Link, paths } from "../../ui/router";
import { ShareLink } from "../../ui/ShareLink";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { Talk } from "../club/Talk";
import { PageFrame } from "../frame/PageFrame";
import { useGames } from "../games/games";
import { ratedText } from "../ratings/Rating";
import { clockText } from "../tables/clocks";
import { BOT_LEVELS, USUAL_BOT_LEVEL } from "../tables/useNewTable";
import { Entrants } from "./Entrants";
import { kindText, stateText } from "./facts";
import { useTournament } from "./feed";
import { Participation, type RunRequest } from "./Participation";
import { Rounds } from "./Rounds";
import * as api from "./requests";
import { Standings } from "./Standings";
import css from "./TournamentPage.module.css";

export function TournamentPage({ id }: { id: string }) {
  const me = useMe()?.person ?? null;
  const { now, refusal, update } = useTournament(id, me?.id ?? null);
  useTitle(now?.title ?? t("nav.tournaments"));
  return (
    <PageFrame game={now?.game}>
      {now ? (
        <TournamentView now={now} me={me?.id ?? null} account={me?.kind === "account"} update={update} />
      ) : (
        <Moment as="p">{refusal ?? t("page.loading")}</Moment>
      )}
    </PageFrame>
  );
}

const ROUNDS = {
  knockout: "tournament.bracket",
  arena: "tournament.matches",
  swiss: "tournament.rounds",
  robin: "tournament.rounds",
} as const;

function TournamentView(props: {
  now: TournamentNow;
  me: string | null;
  account: boolean;
  update: (now: TournamentNow) => void;
}) {
  const { now, me, update } = props;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run: RunRequest = (work) => {
    setRefusal(null);
    setBusy(true);
    work()
      .then(update, (error) => setRefusal(errorText(error)))
      .finally(() => setBusy(false));
  };
  const champion = now.phase === "over" && !now.cancelled ? now.standings[0]?.entrant : undefined;
  const winner = now.entrants.find((one) => one.entrant === champion)?.name;
  return (
    <div className={css.page}>
      <header className={css.head}>
        <GameGlyph game={now.game} title={now.game_title} />
        <div className={css.about}>
          <PageTitle className={css.title}>
            <bdi>{now.title}</bdi>
          </PageTitle>
          <p className={text("soft")}>
            {kindText(now.rules.kind)},{" "}
            <Link to={paths.play(now.game)} className={css.game}>
              {now.game_title}
            </Link>
            , {clockText(now.rules.clock)}, {t("tournament.by", { name: now.organiser_name })}
          </p>
        </div>
        <Chips className={css.chips}>
          <Chip icon="flag" data-state={now.phase}>
            {stateText(now)}
          </Chip>
          <Chip icon="people">{t("tournament.entrants-of", { count: now.entrants.length, most: now.rules.most })}</Chip>
          <Chip icon="cup" data-rated={now.rules.rated}>
            {ratedText(now.rules.rated, false)}
          </Chip>
        </Chips>
      </header>
      <RefusalText text={refusal} />
      <Description now={now} run={run} />
      {winner && (
        <p className={classes(panelClass(), css.champion)}>
          <Icon name="flag" className={css.flag} />
          {t("tournament.won-by", { name: winner })}
        </p>
      )}
      <div className={classes(css.grid, now.rules.kind === "knockout" && now.phase !== "open" && css.tree)}>
        <div className={css.main}>
          {now.phase === "open" ? (
            <Panel>
              <PanelHeader title={t("tournament.who")} />
              <Entrants now={now} run={run} busy={busy} />
            </Panel>
          ) : (
            <Panel>
              <PanelHeader title={t(ROUNDS[now.rules.kind])} />
              <Rounds now={now} me={me} />
            </Panel>
          )}
        </div>
        <div className={css.side}>
          {now.phase !== "over" && (
            <Participation {...{ now, run, busy }} who={me} account={props.account} className={css.participation} />
          )}
          {now.me.organises && now.phase !== "over" && <OrganiserPanel now={now} run={run} busy={busy} />}
          {now.phase !== "open" && (
            <Panel className={css.standings}>
              <PanelHeader title={t("tournament.standings")} />
              <Standings now={now} me={me} />
            </Panel>
          )}
          <Details now={now} account={props.account} />
          <Panel className={css.talk}>
            <PanelHeader title={t("tournament.talk")} />
            <Talk
              place={now.tournament}
              title={t("tournament.talk")}
              label={t("tournament.say")}
              shown={8}
              next={paths.tournament(now.tournament)}
            />
          </Panel>
        </div>
      </div>
    </div>
  );
}

/** What the organiser says about it; the organiser can say something else. */
function Description({ now, run }: { now: TournamentNow; run: RunRequest }) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null) {
    const save = () => {
      run(() => api.describe(now.tournament, draft));
      setDraft(null);
    };
    return (
      <FormPanel onSubmit={save}>
        <Labelled label={t("organise.about")}>
          <TextArea rows={5} value={draft} maxLength={1000} onChange={(event) => setDraft(event.target.value)} />
        </Labelled>
        <Acts>
          <Button type="submit" look="primary">
            {t("profile.save")}
          </Button>
          <Button look="quiet" onClick={() => setDraft(null)}>
            {t("report.not-now")}
          </Button>
        </Acts>
      </FormPanel>
    );
  }
  const edits = now.me.organises;
  if (!now.about && !edits) return null;
  return (
    <div className={css.description} data-description>
      {now.about && (
        <p className={css.words}>
          <bdi>{now.about}</bdi>
        </p>
      )}
      {edits && (
        <Button look="quiet" onClick={() => setDraft(now.about)}>
          {t(now.about ? "tournament.describe-anew" : "tournament.describe")}
        </Button>
      )}
    </div>
  );
}

function OrganiserPanel({ now, run, busy }: { now: TournamentNow; run: RunRequest; busy: boolean }) {
  const [level, setLevel] = useState(USUAL_BOT_LEVEL);
  const open = now.phase === "open";
  const late = now.rules.kind === "swiss" || now.rules.kind === "arena";
  return (
    <Panel box>
      <PanelTitle>{t("tournament.organise")}</PanelTitle>
      {open && <ShareLink link={location.origin + paths.tournament(now.tournament)} label={t("tournament.link")} />}
      {now.rules.bots && (open || late) && (
        <Acts>
          <NumberSelect
            aria-label={t("tournament.bot-level")}
            values={BOT_LEVELS}
            text={(each) => t("tournament.level", { level: each })}
            value={level}
            onChange={setLevel}
          />
          <Button disabled={busy} onClick={() => run(() => api.addBot(now.tournament, level))}>
            {t("tournament.add-bot")}
          </Button>
        </Acts>
      )}
      <Acts>
        {open && (
          <Button
            look="primary"
            disabled={busy || now.entrants.length < now.rules.seats}
            onClick={() => run(() => api.startTournament(now.tournament))}
          >
            {t("tournament.start")}
          </Button>
        )}
        <ConfirmButton
          look="quiet"
          bad
          className={css.cancel}
          label={t("tournament.cancel")}
          disabled={busy}
          onConfirm={() => run(() => api.cancelTournament(now.tournament))}
        />
      </Acts>
    </Panel>
  );
}

/** How it is scored, unusual settings, the seed of every lot, and its calendar. */
function Details({ now, account }: { now: TournamentNow; account: boolean }) {
  const [link, setLink] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const settings = useUnusualSettings(now);
  return (
    <Panel box className={css.details}>
      <PanelTitle>{t("tournament.scoring")}</PanelTitle>
      <ol className={css.scoring}>
        {now.scoring.map((words) => (
          <li key={words} className={css.item}>
            {words}
          </li>
        ))}
      </ol>
      {now.phase !== "over" && now.rules.kind !== "arena" && (
        <p className={css.line}>{t(`tournament.seeding-${now.rules.seeding}`)}</p>
      )}
      {settings.length > 0 && (
        <ul className={css.settings}>
          {settings.map(({ what, value }) => (
            <li key={what} className={css.item}>
              {what} <b>{value}</b>
            </li>
          ))}
        </ul>
      )}
      {now.rules.patience > 0 && <p className={css.line}>{t("tournament.patience", { count: now.rules.patience })}</p>}
      {now.seed && (
        <p className={css.line}>
          {t("tournament.seed")} <code className={css.seed}>{now.seed}</code>
        </p>
      )}
      <Acts>
        <DownloadLink href={api.calendarLink(now.tournament)}>
          <Icon name="hour" />
          {t("tournament.calendar")}
        </DownloadLink>
        {account && now.me.entered && link === null && (
          <Button
            look="quiet"
            onClick={() =>
              api.ownCalendar(t("tournament.calendar-label")).then(setLink, (error) => setRefusal(errorText(error)))
            }
          >
            {t("tournament.own-calendar")}
          </Button>
        )}
      </Acts>
      {link && (
        <>
          <p className={css.line}>{t("tournament.own-calendar-line")}</p>
          <ShareLink link={link} label={t("tournament.own-calendar")} qr={false} />
        </>
      )}
      <RefusalText text={refusal} className={css.line} />
    </Panel>
  );
}

/** The settings of its tables that differ from the defaults, in words. */
function useUnusualSettings(now: TournamentNow): { what: string; value: string }[] {
  const { games } = useGames();
  const options = games?.find((each) => each.name === now.game)?.options ?? [];
  return options.flatMap((option) => {
    const value = now.rules.options[option.name];
    const usual = option.by_seats[now.rules.seats] ?? option.default;
    if (value === undefined || value === usual) return [];
    const words = typeof value === "boolean" ? t(value ? "setup.yes" : "setup.no") : String(value);
    return [{ what: option.help, value: words }];
  });
}
