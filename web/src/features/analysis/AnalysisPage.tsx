/** The analysis board: any position of a game, played on from all sides, with the engine beside it. Every position comes
 * from the server, by the steps that lead to it; the tree of variations is the device's own. */

import { useEffect, useState } from "react";
import { Board } from "../../board/Board";
import { Stage } from "../../board/Stage";
import { errorText } from "../../client/http";
import type { GameInfo, Plan } from "../../contract";
import { loadSkin } from "../../skins";
import { GameGlyph } from "../../skins/pictures";
import { ButtonLink } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { useTitle } from "../../ui/hooks";
import type { IconName } from "../../ui/Icon";
import { IconButton, IconLink } from "../../ui/IconButton";
import { Moment } from "../../ui/Moment";
import { Panel, PanelTitle } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { ThemeButton } from "../../ui/SettingsButtons";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { onDesk, onPhone } from "../../ui/visible";
import { Brand } from "../frame/PageFrame";
import { TopBar } from "../frame/TopBar";
import { usualSeats } from "../games/games";
import { gameTexts, oneGame } from "../games/requests";
import { ActionBar } from "../tables/match/ActionBar";
import { StageRefusal } from "../tables/match/Toast";
import { type ReviewState, useReview } from "../tables/replay/useReview";
import { Sheet } from "../tables/Sheet";
import { TableFrame } from "../tables/TableFrame";
import css from "./AnalysisPage.module.css";
import { ChancePanel } from "./ChancePanel";
import { EngineHeard } from "./EngineHeard";
import { EngineBrief, EngineInSheet, EnginePanel } from "./EnginePanel";
import { KnownSwitch } from "./KnownSwitch";
import { keptTree } from "./kept";
import { LeanBar } from "./LeanBar";
import { Leaning } from "./Leaning";
import { turningPoints } from "./leaned";
import { PlayOn } from "./PlayOn";
import { fetchRecord } from "./requests";
import { StartFields } from "./StartFields";
import { TreeActions, TreeDialogs } from "./TreeActions";
import { type AnalysisSetup, type AnalysisState, useAnalysis, type Where } from "./useAnalysis";
import { VariationList } from "./VariationList";
import { at, BEGINNING, fromAnyLink, fromRecord, lineEnd, lineTo, noVariations, type Variations } from "./variations";

const NO_PLAN: Plan = { layout: "free", width: 1, height: 1 }; // until the first position is here

/** What there is to begin with: the tree of a link, or a match that is over; null: nothing. */
async function originOf(where: Where): Promise<Variations | null> {
  const shared = where.shared ? await fromAnyLink(where.shared) : null;
  if (where.shared && !shared) throw new Error(t("analysis.bad-link"));
  if (shared || !where.table) return shared;
  const found = fromRecord(await fetchRecord(where.table, where.invite));
  if (typeof found === "string") throw new Error(t(`analysis.${found}`));
  return found.tree;
}

/** The tree as it was left, or as there is one to begin with, or an empty one. */
function firstTree(where: Where, game: GameInfo, origin: Variations | null): Variations {
  const tree = keptTree(where) ?? origin ?? noVariations(Array.from({ length: usualSeats(game) }, () => ""));
  if (!where.table || where.shared || where.step === null) return tree;
  const main = lineTo(tree, lineEnd(tree, BEGINNING));
  return at(tree, main[where.step - 1]?.id ?? BEGINNING);
}

export function AnalysisPage({ where }: { where: Where }) {
  const [loaded, setLoaded] = useState<{ where: Where; setup: AnalysisSetup } | null>(null);
  const [trouble, setTrouble] = useState<{ where: Where; why: string } | null>(null);
  const setup = loaded?.where === where ? loaded.setup : null;
  const why = trouble?.where === where ? trouble.why : null;
  useTitle(setup ? t("analysis.title", { game: setup.game.title }) : null);
  useEffect(() => {
    let current = true;
    const load = async (): Promise<AnalysisSetup> => {
      const [game, texts, skin] = await Promise.all([oneGame(where.game), gameTexts(where.game), loadSkin(where.game)]);
      const origin = await originOf(where);
      return { game, texts, skin, origin, tree: firstTree(where, game, origin) };
    };
    load().then(
      (found) => current && setLoaded({ where, setup: found }),
      (error: Error) =>
        current && setTrouble({ where, why: error.constructor === Error ? error.message : errorText(error) }),
    );
    return () => {
      current = false;
    };
  }, [where]);
  if (setup) return <Analysis key={JSON.stringify(where)} setup={setup} where={where} />;
  return (
    <Moment as="main">
      <p role="status">{why ?? t("page.loading")}</p>
      {why && <ButtonLink to={paths.home}>{t("page.home")}</ButtonLink>}
    </Moment>
  );
}

interface AnalysisProps {
  setup: AnalysisSetup;
  where: Where;
}

function Analysis(props: AnalysisProps) {
  const { table, shared } = props.where;
  return table && !shared ? <OfMatch {...props} /> : <Analysed {...props} review={null} />;
}

function OfMatch(props: AnalysisProps) {
  return <Analysed {...props} review={useReview(props.where.table, props.where.invite)} />;
}

function Analysed({ setup, where, review }: AnalysisProps & { review: ReviewState | null }) {
  const state = useAnalysis(setup, where);
  const { skin } = setup;
  const { game, phone, tree, position, engine, shown, change, say } = state;
  const { now, fresh } = position;
  const { worth, master, names } = state;
  const lines = { engine, say, why: state.why, worth, master, names, onPlay: state.playLine, skip: state.skip };
  const begun = !where.table && !where.shared && <StartFields {...{ game, tree, change: state.begin }} />;
  const list = (
    <VariationList
      {...{ tree, values: state.values, skin, say, words: position.words, sealed: state.view.known, onGo: state.go }}
      {...{ names, worth, turning: turningPoints(tree, state.values, review?.review ?? null) }}
    />
  );
  const travel = <Travel travel={state.travel} turn={state.turn} />;
  const playOn = now && !now.result ? () => state.setPlayingOn(true) : null;
  const about = { game: game.name, tree, change, origin: setup.origin, ask: state.ask };
  const actions = <TreeActions {...about} rulesVersion={now?.rules_version ?? 1} onPlayOn={playOn} tabbed={phone} />;
  const board = shown && (
    <Stage skin={skin} className={css.stage}>
      <Board key={state.below} shown={shown} skin={skin} label={t("analysis.board")} />
    </Stage>
  );
  return (
    <TableFrame game={game.name} skin={skin} plan={position.plan ?? NO_PLAN}>
      <Header where={where} state={state} />
      <main
        className={css.main}
        data-analysis={game.name}
        data-fresh={fresh}
        data-step={state.step}
        data-simulations={engine.report?.simulations ?? 0}
      >
        <div className={css.played}>
          {game.hidden && (
            <KnownSwitch
              {...{ names: state.names, view: state.view, setView: state.setView }}
              deals={engine.report?.simulations ?? 0}
            />
          )}
          <div className={css.boardRow}>
            <LeanBar
              {...{ values: state.barValues, names, cooperative: game.cooperative, below: state.below, skin, say }}
            />
            <div className={css.boardColumn}>
              {shown && skin.Screen && skin.screen?.(shown) ? <skin.Screen at={shown} board={board} /> : board}
            </div>
          </div>
          {shown && skin.Below && (
            <div className={css.below}>
              <skin.Below at={shown} />
            </div>
          )}
          <StageRefusal text={position.refusal} />
          {now?.chance && fresh && (
            <ChancePanel
              {...{ game: game.name, tree, say, outcomes: now.outcomes }}
              onDrawn={(steps) => state.take(...steps)}
            />
          )}
          {shown && state.choices.length > 0 && (
            <ActionBar {...{ shown, skin, canUndo: false, takeback: null }} onUndo={() => state.travel.back?.()}>
              {null}
            </ActionBar>
          )}
          {phone && <EngineBrief {...lines} of={position.key} />}
          {phone && travel}
          <Leaning
            {...{ tree, values: state.values, names: state.names, cooperative: game.cooperative, onGo: state.go }}
            review={review}
          />
        </div>
        {!phone && (
          <div className={css.side}>
            <EnginePanel {...lines} />
            <Panel className={css.moves} aria-label={t("analysis.moves")}>
              <header className={css.movesHead}>
                <PanelTitle>{t("analysis.moves")}</PanelTitle>
                {travel}
              </header>
              <div className={css.log}>
                {begun}
                {list}
              </div>
              {actions}
            </Panel>
          </div>
        )}
      </main>
      <EngineHeard {...{ engine, say, worth }} />
      <TreeDialogs {...about} asking={state.asking} anew={state.anew} />
      {state.playingOn && (
        <PlayOn
          {...{ game, texts: setup.texts, tree, names: state.names, first: state.seat ?? 0 }}
          onClose={() => state.setPlayingOn(false)}
        />
      )}
      {phone && (
        <Sheet
          tabs={[
            { id: "lines", icon: "lamp", label: t("analysis.lines-tab"), body: <EngineInSheet {...lines} /> },
            {
              id: "moves",
              icon: "list",
              label: t("table.moves"),
              body: (
                <>
                  {begun}
                  {list}
                  {actions}
                </>
              ),
            },
            { id: "play", icon: "play", label: t("analysis.play-tab"), body: null, press: playOn },
            { id: "share", icon: "share", label: t("analysis.share"), body: null, press: () => state.ask("share") },
          ]}
        />
      )}
    </TableFrame>
  );
}

function Header({ where, state }: { where: Where; state: AnalysisState }) {
  const { game, step, status, result, view } = state;
  const as = view.known ? String(view.seat ?? "") : game.hidden ? "all" : where.as;
  const replay = where.table ? paths.replay(where.table, { step, as, invite: where.invite }) : null;
  return (
    <TopBar
      className={css.top}
      end={
        <>
          {replay && (
            <ButtonLink to={replay} look="quiet" className={onDesk}>
              {t("analysis.replay")}
            </ButtonLink>
          )}
          <ThemeButton />
        </>
      }
    >
      <IconLink
        to={replay ?? paths.rules(game.name)}
        icon="back"
        label={t(replay ? "analysis.to-replay" : "analysis.to-rules")}
        className={onPhone}
      />
      <span className={onDesk}>
        <Brand />
      </span>
      <div className={css.where}>
        <span className={onDesk}>
          <GameGlyph game={game.name} title={game.title} />
        </span>
        <h1 className={css.title}>{t("analysis.title", { game: game.title })}</h1>
        <span className={classes(text("soft", "small"), css.status)} role="status">
          {result || t("analysis.status", { step, what: status })}
        </span>
      </div>
    </TopBar>
  );
}

const WAYS = ["first", "back", "forward", "last"] as const satisfies readonly IconName[];

/** Through the line that one is on. */
function Travel({ travel, turn }: Pick<AnalysisState, "travel" | "turn">) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are buttons, and no form
    <div className={css.travel} role="group" aria-label={t("analysis.travel")}>
      {WAYS.map((way) => (
        <IconButton
          key={way}
          icon={way}
          label={t(`time-travel.${way}`)}
          disabled={travel[way] === null}
          onClick={() => travel[way]?.()}
        />
      ))}
      {turn && <IconButton icon="turn" label={t("analysis.turn")} data-turn onClick={turn} />}
    </div>
  );
}
