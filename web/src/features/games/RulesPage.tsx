import { useEffect, useMemo, useState } from "react";
import type { GameInfo } from "../../contract";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Column, PageTitle } from "../../ui/Column";
import { classes } from "../../ui/classes";
import { useTitle } from "../../ui/hooks";
import { Icon, IconDrawing } from "../../ui/Icon";
import { Moment } from "../../ui/Moment";
import { panelClass } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { DIAGRAM, useDone } from "./exercises";
import { GameLinks } from "./GameSelect";
import { useGames } from "./games";
import css from "./RulesPage.module.css";
import { RulesText } from "./RulesText";
import { type RulesPart, rulesParts } from "./rulesParts";

const READ_A_MINUTE = 200; // words, of a text that one wants to understand
const FENCED = /^```.*?^```$/gms;
const WORD = /\p{L}[\p{L}\p{M}\u2019'-]*/gu;

/** The rules of one game, or the games to choose from. */
export function RulesPage({ name }: { name: string | null }) {
  const { games } = useGames();
  const game = games?.find((each) => each.name === name);
  useTitle(game ? t("rules.of", { game: game.title }) : t("nav.rules"));
  return (
    <PageFrame game={game?.name}>
      <Column className={game && css.page}>
        {name === null && <PageTitle>{t("nav.rules")}</PageTitle>}
        <GameLinks games={games} current={name} to={paths.rules} />
        {name !== null && games && !game && <Moment as="p">{t("game.unknown")}</Moment>}
        {game && <Rules key={game.name} game={game} />}
      </Column>
    </PageFrame>
  );
}

function Rules({ game }: { game: GameInfo }) {
  const parts = useMemo(() => rulesParts(game.rules), [game.rules]);
  const read = useRead(parts);
  return (
    <div className={css.rules}>
      <Contents game={game} parts={parts} read={read} />
      <article className={css.body}>
        <header className={css.head}>
          <div>
            <PageTitle className={css.title}>{game.title}</PageTitle>
            <Length rules={game.rules} />
          </div>
          <Button className={css.print} onClick={() => print()}>
            <IconDrawing>
              <path d="M7 8V4h10v4M7 17H4V9h16v8h-3M7 14h10v6H7z" />
            </IconDrawing>
            {t("rules.print")}
          </Button>
        </header>
        {parts.map((part, i) => (
          <Part key={part.id} game={game.name} part={part} number={part.title ? i : null} />
        ))}
        <Acts>
          <ButtonLink to={paths.play(game.name)} look="primary" className={css.play}>
            {t("rules.play", { game: game.title })}
          </ButtonLink>
          <ButtonLink to={paths.analysis(game.name)} className={css.play}>
            {t("rules.analyse")}
          </ButtonLink>
        </Acts>
      </article>
    </div>
  );
}

/** How long it takes to read, and how much of it is a board. */
function Length({ rules }: { rules: string }) {
  const boards = [...rules.matchAll(DIAGRAM)].length;
  const words = rules.replace(FENCED, "").match(WORD)?.length ?? 0;
  return (
    <p className={text("soft")} data-length>
      {t("rules.minutes", { count: Math.max(1, Math.round(words / READ_A_MINUTE)) })}{" "}
      {boards > 0 && t("rules.boards", { count: boards })}
    </p>
  );
}

/** Words, and beside them what they speak of. */
function Part({ game, part, number }: { game: string; part: RulesPart; number: number | null }) {
  const pictured = part.diagrams !== "";
  return (
    <section id={part.id} className={classes(panelClass(), css.part, pictured && css.pictured)}>
      <div>
        {number !== null && <p className={css.number}>{number}</p>}
        {part.title && <h2 className={css.heading}>{part.title}</h2>}
        <RulesText game={game} text={part.text} />
      </div>
      {pictured && (
        <div>
          <RulesText game={game} text={part.diagrams} />
        </div>
      )}
    </section>
  );
}

function Contents({ game, parts, read }: { game: GameInfo; parts: RulesPart[]; read: string }) {
  const titled = parts.filter((part) => part.title);
  const done = useDone(game.name);
  if (titled.length < 2) return null;
  return (
    <nav className={css.contents} aria-label={t("rules.contents", { game: game.title })}>
      <p className={css.over} aria-hidden="true">
        {t("rules.contents", { game: game.title })}
      </p>
      <ol className={css.list}>
        {titled.map((part, i) => (
          <li key={part.id}>
            <a href={`#${part.id}`} className={css.entry} aria-current={part.id === read || undefined}>
              <span className={css.count}>{i + 1}</span>
              <span className={css.name}>{part.title}</span>
              {part.diagrams && <Sign done={done(part.diagrams)} />}
            </a>
          </li>
        ))}
      </ol>
      {done(game.rules) && (
        <p className={css.tried} role="status">
          {t("rules.all-tried")}
        </p>
      )}
    </nav>
  );
}

/** That there is something to try, or that it was got right. */
function Sign({ done }: { done: boolean }) {
  return (
    <>
      {done ? (
        <Icon name="done" className={css.done} />
      ) : (
        <IconDrawing className={css.try}>
          <path d="M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0" strokeDasharray="3.5 2.6" />
          <path d="M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0" />
        </IconDrawing>
      )}
      <span className={text("sr-only")}>{t(done ? "rules.got-right" : "rules.pictured")}</span>
    </>
  );
}

/** The part that is being read: the last one whose beginning has come up far enough. */
function useRead(parts: RulesPart[]): string {
  const [read, setRead] = useState("");
  useEffect(() => {
    const look = () => {
      const begun = parts.filter(
        ({ id, title }) => title && (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < 240,
      );
      setRead(begun.at(-1)?.id ?? "");
    };
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [parts]);
  return read;
}
