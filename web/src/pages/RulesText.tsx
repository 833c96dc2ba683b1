/** A game's rules, with its own board as pictures between them. */

import { useCallback, useEffect, useState } from "react";
import { gameTexts, type Pictured, picture } from "../api/games";
import { Board } from "../board/Board";
import type { Choice } from "../board/types";
import { useChoosing } from "../board/useChoosing";
import { Markdown } from "../parts/Markdown";
import { usePhone } from "../parts/small";
import { loadSkin, PLAIN } from "../skins";
import type { Skin } from "../skins/types";
import { t } from "../texts/page";
import { type Catalogue, render } from "../texts/render";
import { BOARD_WORDS } from "./words";

/** The text up to the second heading: what the game is about. */
export function opening(rules: string): string {
  const parts = rules.replace(/^# .*\n/, "").split(/^(?=## )/m);
  return parts.slice(0, 2).join("").trim();
}

export function RulesText({ game, text }: { game: string; text: string }) {
  const draw = useCallback(
    (kind: string, about: string, inside: string) =>
      kind === "board" ? <Diagram game={game} steps={inside.replace(/\s+/g, " ").trim()} about={about} /> : null,
    [game],
  );
  return <Markdown text={text} draw={draw} />;
}

const NO_CHOICES: Choice[] = [];
const nothing = () => undefined;

/** The board after some steps, drawn as it is at a table. */
function Diagram({ game, steps, about }: { game: string; steps: string; about: string }) {
  const [found, setFound] = useState<{ pictured: Pictured; texts: Catalogue; skin: Skin } | null>(null);
  const choosing = useChoosing(NO_CHOICES, nothing);
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
    <figure className="diagram" data-game={game}>
      <div className="stage">
        {found && (
          <Board
            picture
            skin={found.skin ?? PLAIN}
            words={{ ...BOARD_WORDS, board: about || t("table.board") }}
            shown={{
              table: "",
              game,
              plan: found.pictured.plan,
              scene: { ...found.pictured.scene, prompt: null },
              view: null,
              seat: null,
              seats: [],
              toAct: found.pictured.to_act,
              mine: false,
              over: false,
              past: true,
              choices: NO_CHOICES,
              choosing,
              say: (text) => render(found.texts, text),
              catalogue: found.texts,
              phone,
              act: nothing,
            }}
          />
        )}
      </div>
      {about && <figcaption>{about}</figcaption>}
    </figure>
  );
}
