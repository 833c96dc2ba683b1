import { useEffect, useMemo, useState } from "react";
import type { GameInfo } from "../../contract";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Column, PageTitle } from "../../ui/Column";
import { classes } from "../../ui/classes";
import { useTitle } from "../../ui/hooks";
import { IconDrawing } from "../../ui/Icon";
import { Moment } from "../../ui/Moment";
import { panelClass } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { GameLinks } from "./GameSelect";
import { useGames } from "./games";
import css from "./RulesPage.module.css";
import { RulesText } from "./RulesText";
import { type RulesPart, rulesParts } from "./rulesParts";

/** The rules of one game, or the games to choose from. */
export function RulesPage({ name }: { name: string | null }) {
  const { games } = useGames();
  const game = games?.find((each) => each.name === name);
  useTitle(t("page.named", { name: game ? t("rules.of", { game: game.title }) : t("nav.rules") }));
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
          <PageTitle className={css.title}>{game.title}</PageTitle>
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
              {part.diagrams && (
                <IconDrawing className={css.try}>
                  <path d="M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0" strokeDasharray="3.5 2.6" />
                  <path d="M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0" />
                </IconDrawing>
              )}
              {part.diagrams && <span className={text("sr-only")}>{t("rules.pictured")}</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
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
