/** A game's rules, with its own board as pictures between them. */

import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { Board } from "../../board/Board";
import { Stage } from "../../board/Stage";
import type { Skin } from "../../board/skin";
import { useNothingToChoose } from "../../board/useChoosing";
import type { Pictured } from "../../contract";
import { loadSkin, PLAIN } from "../../skins";
import { usePhone } from "../../ui/hooks";
import { Markdown } from "../../ui/Markdown";
import { type Catalogue, render } from "../../ui/texts/render";
import css from "./RulesText.module.css";
import { gameTexts, picture } from "./requests";

const RulesDiagram = lazy(() => import("./RulesDiagram").then((file) => ({ default: file.RulesDiagram })));

/** The text up to the second heading: what the game is about. */
export function opening(rules: string): string {
  const parts = rules.replace(/^# .*\n/, "").split(/^(?=## )/m);
  return parts.slice(0, 2).join("").trim();
}

/** `about`: the name of a rule, as refusals have it; its place in the text is brought into sight. */
export function RulesText({ game, text, about }: { game: string; text: string; about?: string | null }) {
  const draw = useCallback(
    (kind: string, about: string, inside: string) =>
      kind === "board" ? (
        <Diagram game={game} steps={inside.replace(/\s+/g, " ").trim()} about={about} />
      ) : kind === "diagram" ? (
        <Suspense fallback={null}>
          <RulesDiagram game={game} name={inside.trim()} />
        </Suspense>
      ) : null,
    [game],
  );
  return <Markdown text={text} draw={draw} about={about} />;
}

/** The board after some steps, drawn as it is at a table. */
function Diagram({ game, steps, about }: { game: string; steps: string; about: string }) {
  const [found, setFound] = useState<{ pictured: Pictured; texts: Catalogue; skin: Skin } | null>(null);
  const still = useNothingToChoose();
  const phone = usePhone();
  useEffect(() => {
    let current = true;
    Promise.all([picture(game, steps), gameTexts(game), loadSkin(game)]).then(
      ([pictured, texts, skin]) => current && setFound({ pictured, texts, skin }),
      () => undefined, // the words stand without the picture
    );
    return () => {
      current = false;
    };
  }, [game, steps]);
  return (
    <figure className={css.diagram} data-game={game}>
      <Stage skin={found?.skin ?? PLAIN} className={css.stage}>
        {found && (
          <Board
            picture
            skin={found.skin ?? PLAIN}
            {...(about ? { label: about } : {})}
            shown={{
              ...still,
              game,
              plan: found.pictured.plan,
              scene: { ...found.pictured.scene, prompt: null },
              view: null,
              seat: null,
              seats: [],
              toAct: found.pictured.to_act,
              over: false,
              say: (text) => render(found.texts, text),
              catalogue: found.texts,
              phone,
            }}
          />
        )}
      </Stage>
      {about && <figcaption className={css.caption}>{about}</figcaption>}
    </figure>
  );
}
