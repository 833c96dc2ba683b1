/** A diagram of the rules: the game's own board, to look at or to try something on. What is right the server says. */

import { useCallback, useEffect, useId, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { Skin } from "../../board/skin";
import { errorText, Refusal } from "../../client/http";
import type { Choice, DiagramShown } from "../../contract";
import { loadSkin } from "../../skins";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import { useLearned } from "./exercises";
import css from "./RulesDiagram.module.css";
import { diagram, gameTexts, solvedDiagram, whyNotInDiagram } from "./requests";
import { SmallBoard } from "./SmallBoard";

const AGAIN = 1500; // milliseconds until a game that was being compiled is asked again
const SOON = 1000; // milliseconds until the solution is fetched, which only paper needs
const NOTHING: readonly string[] = [];
const TITLES = { look: "diagram.open", open: "diagram.open", right: "diagram.right", wrong: "diagram.wrong" } as const;

export function RulesDiagram({ game, name }: { game: string; name: string }) {
  const [around, setAround] = useState<{ texts: Catalogue; skin: Skin } | null>(null);
  const [played, setPlayed] = useState(NOTHING);
  const [shown, setShown] = useState<DiagramShown | null>(null);
  const [trouble, setTrouble] = useState("");
  const words = useId();
  const learned = useLearned(game);
  const solved = useSolvedForPaper(game, name, shown?.outcome === "open");
  useEffect(() => {
    if (shown?.outcome === "right" || shown?.outcome === "look") learned(name, shown.outcome);
  }, [learned, name, shown]);
  useEffect(() => {
    let current = true;
    Promise.all([gameTexts(game), loadSkin(game)]).then(
      ([texts, skin]) => current && setAround({ texts, skin }),
      () => undefined, // the rules stand without the picture
    );
    return () => {
      current = false;
    };
  }, [game]);
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetched = () =>
      diagram(game, name, played).then(
        (now) => current && [setShown(now), setTrouble("")],
        (error) => {
          if (!current) return;
          if (error instanceof Refusal && error.key === "server.not-ready") timer = setTimeout(fetched, AGAIN);
          else setTrouble(errorText(error));
        },
      );
    void fetched();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [game, name, played]);
  const choose = useCallback((choice: Choice) => setPlayed((before) => [...before, choice.text]), []);
  const whyNot = useCallback(
    (path: readonly string[]) => whyNotInDiagram(game, name, played, path),
    [game, name, played],
  );
  const say = useMemo(
    () => (around ? (text: Parameters<typeof render>[1]) => render(around.texts, text) : null),
    [around],
  );
  const about = say?.({ key: `diagram.${name}.about`, args: {} }) ?? "";
  const open = shown?.outcome === "open";
  const done = shown?.outcome === "right" || shown?.outcome === "wrong";
  const drawn = solved ?? shown;
  return (
    <figure className={css.diagram} data-at-table data-game={game} data-diagram={name} data-outcome={shown?.outcome}>
      {around && shown && say && (
        <SmallBoard
          game={game}
          skin={around.skin}
          texts={around.texts}
          shown={drawn ?? shown}
          label={about}
          onChoose={open && !solved ? choose : undefined}
          whyNot={whyNot}
          className={css.stage}
          bar={css.bar}
        />
      )}
      {say && solved?.words && <p className={css.printed}>{say(solved.words)}</p>}
      {say && shown?.words ? (
        <figcaption className={css.plate} data-look={trouble ? "wrong" : shown.outcome} aria-live="polite">
          {done && <Icon name={shown.outcome === "right" ? "done" : "close"} className={css.sign} />}
          <span className={css.words} id={words}>
            <b className={css.title}>{t(TITLES[shown.outcome])}</b>
            {trouble || say(shown.words)}
          </span>
          {(played.length > 0 || trouble) && (
            <Button className={css.again} aria-describedby={words} onClick={() => [setPlayed(NOTHING), setTrouble("")]}>
              {t("diagram.again")}
            </Button>
          )}
        </figcaption>
      ) : (
        about && <figcaption className={css.caption}>{about}</figcaption>
      )}
    </figure>
  );
}

/** The diagram as it is printed, while it is being printed: got right. Fetched before, since printing waits for nobody. */
function useSolvedForPaper(game: string, name: string, open: boolean): DiagramShown | null {
  const [solved, setSolved] = useState<DiagramShown | null>(null);
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!open) return;
    let current = true;
    const timer = setTimeout(() => {
      solvedDiagram(game, name).then(
        (found) => current && setSolved(found),
        () => undefined, // then it is printed as it stands
      );
    }, SOON);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [game, name, open]);
  useEffect(() => {
    const begins = () => flushSync(() => setPrinting(true)); // the page is printed as soon as this is done
    const ends = () => setPrinting(false);
    window.addEventListener("beforeprint", begins);
    window.addEventListener("afterprint", ends);
    return () => {
      window.removeEventListener("beforeprint", begins);
      window.removeEventListener("afterprint", ends);
    };
  }, []);
  return printing ? solved : null;
}
