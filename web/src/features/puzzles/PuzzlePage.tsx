/** One puzzle: the board as one seat sees it, one try, and what became of it. What is right the server says. */

import { useCallback, useMemo, useRef, useState } from "react";
import { COACH_MARK } from "../../board/coachMarks";
import { placeName, targetName } from "../../board/names";
import { isButton } from "../../board/paths";
import type { Skin } from "../../board/skin";
import type { Choice, PuzzleOutcome, PuzzleShown } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Chip } from "../../ui/Chip";
import { RefusalText } from "../../ui/Form";
import { dateText } from "../../ui/format";
import { useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { Moment } from "../../ui/Moment";
import { Panel } from "../../ui/Panel";
import { go, paths } from "../../ui/router";
import { ShareLink } from "../../ui/ShareLink";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import { usePageKeys } from "../../ui/usePageKeys";
import { noVariations, played, toLink } from "../analysis/variations";
import { PageFrame } from "../frame/PageFrame";
import { gameTitle, useGames } from "../games/games";
import { SmallBoard } from "../games/SmallBoard";
import { Finders } from "./Finders";
import { Happened, type OwnStep, turnedBy } from "./Happened";
import { hintArea } from "./hint";
import css from "./PuzzlePage.module.css";
import { nextPuzzle, whyNotInPuzzle } from "./requests";
import { Streak } from "./Streak";
import { shareText } from "./share";
import { type PuzzleState, type Told, usePuzzle } from "./usePuzzle";
import { useSkin } from "./useSkin";
import { Why } from "./Why";

const MOST_NAMED = 3; // places that a hint names; more are shown on the board
const MINE = -1; // of the steps that the board shows: the player's own

export function PuzzlePage({ game, id }: { game: string; id: string }) {
  const { games } = useGames();
  const title = gameTitle(games, game);
  useTitle(t("puzzle.of", { game: title }));
  const state = usePuzzle(game, id);
  const skin = useSkin(game);
  const { puzzle, texts, trouble } = state;
  return (
    <PageFrame game={game}>
      {puzzle && texts && skin ? (
        <Shown game={game} title={title} puzzle={puzzle} texts={texts} skin={skin} state={state} />
      ) : (
        <Moment as="p">{trouble || t("page.loading")}</Moment>
      )}
    </PageFrame>
  );
}

interface ShownProps {
  game: string;
  title: string;
  puzzle: PuzzleShown;
  texts: Catalogue;
  skin: Skin;
  state: PuzzleState;
}

function Shown({ game, title, puzzle, texts, skin, state }: ShownProps) {
  const { told, busy, trouble, tryIt } = state;
  const [hinted, setHinted] = useState(false);
  const board = useRef<HTMLDivElement>(null);
  const [at, setStep] = useState(0);
  const setAt = (to: number) => {
    setStep(to);
    board.current?.scrollIntoView?.({ block: "nearest" }); // on a phone it is above what is being read
  };
  const [last, setLast] = useState(false);
  const hint = useMemo(() => (hinted && !told ? hintArea(puzzle) : null), [hinted, told, puzzle]);
  const position = useMemo(() => positionOf(puzzle, told, hint, at), [puzzle, told, hint, at]);
  const steps = told?.ratings?.why.line.length ?? 0;
  const following = () =>
    nextPuzzle(game, puzzle.id).then(
      ({ id }) => (id ? go(paths.puzzle(game, id)) : setLast(true)),
      () => go(paths.puzzles),
    );
  usePageKeys([
    ["h", () => !told && !busy && setHinted(true)],
    ["n", () => told && following()],
    ["a", () => setAt(at >= steps ? 0 : Math.max(at, 0) + 1)],
  ]);
  const choose = useCallback((choice: Choice) => tryIt(choice.text, hinted), [tryIt, hinted]);
  const whyNot = useCallback((path: readonly string[]) => whyNotInPuzzle(game, puzzle.id, path), [game, puzzle.id]);
  const seat = render(texts, { key: `seat.${puzzle.seat}`, args: {} });
  const heading = t("puzzle.to-move", { seat });
  return (
    <div className={css.page} data-at-table data-game={game} data-outcome={told?.verdict ?? "open"}>
      <div className={css.board} ref={board}>
        <SmallBoard
          game={game}
          skin={skin}
          texts={texts}
          shown={position}
          label={heading}
          onChoose={told || busy ? undefined : choose}
          whyNot={whyNot}
          className={css.stage}
          bar={css.bar}
        />
      </div>
      <div className={css.side}>
        <Panel box className={css.head}>
          <p className={css.over}>
            <GameGlyph game={game} title={title} className={css.glyph} />
            {puzzle.today
              ? t("puzzle.of-today", { game: title, day: dateText(Date.parse(puzzle.day)) })
              : t("puzzle.of", { game: title })}
          </p>
          <h1 className={css.title}>{heading}</h1>
          <p className={css.chips}>
            <Chip>{t("puzzle.rating", { rating: puzzle.rating })}</Chip>
            <Chip>{t("puzzle.found-by", { share: shareText(puzzle.rating) })}</Chip>
            <Chip>{t("puzzle.mine", { rating: told?.ratings?.rating ?? puzzle.mine })}</Chip>
          </p>
          {Object.entries(puzzle.options).map(([name, value]) => (
            <p key={name} className={text("soft")} data-option={name}>
              {t("puzzle.option", {
                option: render(texts, { key: `option.${name}`, args: {} }),
                value: typeof value === "boolean" ? t(value ? "puzzle.option-on" : "puzzle.option-off") : String(value),
              })}
            </p>
          ))}
        </Panel>
        <Plate told={told} puzzle={puzzle} texts={texts} />
        {trouble && <RefusalText text={trouble} />}
        {told ? (
          <After {...{ game, puzzle, told, texts, state, at, last, following }} step={setAt} />
        ) : (
          <Panel box>
            <p className={text("soft")} aria-live="polite">
              {hint ? hintText(puzzle, texts, hint) : t("puzzle.once")}
            </p>
            <Acts className={css.acts}>
              <Button disabled={hinted || busy} onClick={() => setHinted(true)}>
                <Icon name="lamp" />
                {t("puzzle.hint")}
              </Button>
              <Button look="quiet" disabled={busy} onClick={() => tryIt("", hinted)}>
                {t("puzzle.solution")}
              </Button>
            </Acts>
          </Panel>
        )}
        <Finders puzzle={puzzle} tried={Boolean(told?.ratings)} />
      </div>
    </div>
  );
}

function hintText(puzzle: PuzzleShown, texts: Catalogue, area: readonly string[]): string {
  if (area.length === 0) return t("puzzle.hint-one-way");
  if (area.length > MOST_NAMED) return t("puzzle.hint-area");
  const say = (said: Parameters<typeof render>[1]) => render(texts, said);
  const names = area.map((target) =>
    isButton(target) || target.startsWith("piece:")
      ? targetName(puzzle.plan, puzzle.scene, texts, target)
      : placeName(puzzle.plan, say, target),
  );
  return t("puzzle.hint-places", { places: names.join(", ") });
}

/** The board as it stands: with the area of the hint, with the answer as an arrow, after a step of its line, or after
 * the player's own. */
function positionOf(puzzle: PuzzleShown, told: Told | null, hint: readonly string[] | null, at: number) {
  const own = told?.ratings?.happened;
  if (at === MINE && own?.scene) return { ...puzzle, scene: own.scene, over: false, arrows: spoiled(puzzle, own) };
  const line = told?.ratings?.why.line ?? [];
  const step = line[at - 1];
  if (step) {
    const before = line[at - 2]?.scene ?? puzzle.scene;
    const scene = step.scene ?? before;
    const marks = step.at.length > 0 ? [...(scene.marks ?? []), { kind: COACH_MARK, at: [...step.at] }] : scene.marks;
    return {
      ...puzzle,
      scene: marks ? { ...scene, marks } : scene,
      over: false,
      arrows: [{ path: step.path, rank: step.seat === puzzle.seat ? 1 : 0 }],
    };
  }
  const marks = hint?.length
    ? [...(puzzle.scene.marks ?? []), { kind: COACH_MARK, at: [...hint] }]
    : puzzle.scene.marks;
  const path = (wanted: string | undefined) => puzzle.choices.find((choice) => choice.text === wanted)?.path ?? [];
  const [right, mine] = [path(told?.answers[0]), path(told?.verdict === "right" ? undefined : told?.choice)];
  const arrows = [
    ...(told && right.length > 0 ? [{ path: right, rank: 1 }] : []),
    ...(own?.path.length ? spoiled(puzzle, own) : told && mine.length > 0 ? [{ path: mine, rank: 0 }] : []),
  ];
  const scene = marks ? { ...puzzle.scene, marks } : puzzle.scene;
  return { ...puzzle, scene, over: false, arrows: told ? arrows : undefined };
}

/** The player's move as the wrong one, and each place that it turned. */
function spoiled(puzzle: PuzzleShown, own: OwnStep) {
  const places = new Set([...own.at, ...turnedBy(puzzle.scene, own)]);
  return [own.path, ...[...places].map((place) => [place])].map((path) => ({ path, rank: 0 }));
}

/** The analysis board at this position, with the way that led to it. */
function playOnLink(game: string, puzzle: PuzzleShown, why: PuzzleOutcome["why"]): string {
  const seats = Array.from({ length: puzzle.seats }, () => "");
  const tree = why.steps.reduce(
    (grown, step) => {
      const [who = "", ...words] = step.split(" ");
      return played(grown, { actor: who === "*" ? "*" : Number(who), text: words.join(" ") });
    },
    noVariations(seats, why.options),
  );
  return paths.analysis(game, { shared: toLink(tree) });
}

const inWords = (puzzle: PuzzleShown, texts: Catalogue, choice: string | undefined) => {
  const said = choice === undefined ? undefined : puzzle.words[choice];
  return said ? render(texts, said) : (choice ?? "");
};

function Plate({ told, puzzle, texts }: { told: Told | null; puzzle: PuzzleShown; texts: Catalogue }) {
  const right = told?.verdict === "right";
  return (
    <div className={css.plate} data-look={told ? (right ? "right" : "wrong") : "open"} role="status">
      {told && <Icon name={right ? "done" : "close"} className={css.sign} />}
      <p className={css.said}>
        <b className={css.bold}>
          {t(told ? (right ? "puzzle.found" : told.choice ? "puzzle.not-this" : "puzzle.shown") : "puzzle.your-try")}
        </b>
        {told ? (told.choice ? t(`puzzle.is-${told.verdict}`) : t("puzzle.gave-up")) : t("puzzle.choose")}
        {told?.choice && <span className={css.step}>{inWords(puzzle, texts, told.choice)}</span>}
      </p>
    </div>
  );
}

interface AfterProps {
  game: string;
  puzzle: PuzzleShown;
  told: Told;
  texts: Catalogue;
  state: PuzzleState;
  at: number;
  step: (at: number) => void;
  last: boolean; // all were tried
  following: () => unknown;
}

function After({ game, puzzle, told, texts, state, at, step, last, following }: AfterProps) {
  const [shares, setShares] = useState(false);
  const { why, happened } = told.ratings ?? {};
  return (
    <>
      {happened && (
        <Happened {...{ puzzle, texts }} step={happened} shows={at === MINE} show={(shows) => step(shows ? MINE : 0)} />
      )}
      {told.verdict !== "right" && (
        <Panel box title={t("puzzle.answer")}>
          <p data-answer>{inWords(puzzle, texts, told.answers[0])}</p>
        </Panel>
      )}
      {why && <Why {...{ puzzle, why, texts, at }} go={step} />}
      <Panel box>
        {told.ratings ? <Gain outcome={told.ratings} /> : <p className={text("soft")}>{t("puzzle.waits")}</p>}
        {state.streak && <Streak streak={state.streak} />}
      </Panel>
      {last && <p role="status">{t("puzzle.last")}</p>}
      {shares && <ShareLink link={location.href} label={t("puzzle.link")} qr={false} />}
      <Acts className={css.acts}>
        <Button look="primary" onClick={following}>
          {t("puzzle.next")}
          <Icon name="arrow" />
        </Button>
        {why && <ButtonLink to={playOnLink(game, puzzle, why)}>{t("puzzle.play-on")}</ButtonLink>}
        <ButtonLink to={paths.puzzles}>{t("puzzle.all")}</ButtonLink>
        <Button look="quiet" aria-expanded={shares} onClick={() => setShares(!shares)}>
          <Icon name="share" />
          {t("puzzle.share")}
        </Button>
      </Acts>
    </>
  );
}

function Gain({ outcome }: { outcome: PuzzleOutcome }) {
  const change = outcome.rating - outcome.was;
  return (
    <p className={css.gain}>
      <b className={css.number}>{outcome.rating}</b>
      {outcome.rated && (
        <span className={css.change} data-good={change >= 0}>
          {change < 0 ? `−${-change}` : `+${change}`}
        </span>
      )}
      <span className={css.about}>
        {outcome.rated
          ? t("puzzle.before", { was: outcome.was, puzzle: outcome.puzzle_rating })
          : t("puzzle.came-again")}
      </span>
    </p>
  );
}
