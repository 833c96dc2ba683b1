/** The board in words: what stands where, and every action as a button, for those who cannot see it. */

import { useMemo } from "react";
import { type Catalogue, render, type Text } from "../texts/render";
import { type BoardWords, choiceName, markName, placeName, position } from "./names";
import type { Choice, Plan, Scene } from "./types";

export interface AsTextProps {
  plan: Plan;
  scene: Scene;
  choices: readonly Choice[];
  catalogue: Catalogue;
  words: BoardWords;
  titles: { position: string; actions: string; none: string };
  onChoose: (choice: Choice) => void;
}

export function AsText({ plan, scene, choices, catalogue, words, titles, onChoose }: AsTextProps) {
  const say = useMemo(() => (text: Text) => render(catalogue, text), [catalogue]);
  const lines = position(plan, scene, say, words);
  return (
    <div className="astext">
      <h3>{titles.actions}</h3>
      {choices.length === 0 && <p className="soft small">{titles.none}</p>}
      <ul className="actions">
        {choices.map((choice) => (
          <li key={choice.text}>
            <button type="button" className="btn" data-step={choice.text} onClick={() => onChoose(choice)}>
              <b>{choice.text}</b>
              <span>{choiceName(plan, scene, catalogue, choice)}</span>
            </button>
          </li>
        ))}
      </ul>
      <h3>{titles.position}</h3>
      <ul className="position small">
        {lines.map((line) => (
          <li key={line.place}>{words.place(line.place, line.holds)}</li>
        ))}
        {(scene.marks ?? []).map((mark) => (
          <li key={`${mark.kind} ${mark.seat} ${mark.at.join()}`}>
            {words.place(
              mark.at.map((place) => placeName(plan, say, place)).join(", "),
              markName(catalogue, mark.kind),
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
