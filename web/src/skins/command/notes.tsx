/** Notes of one's own on contacts: kept on this device, for this table and this seat. */

import { type KeyboardEvent, useEffect, useRef } from "react";
import { useKept } from "../kept";
import type { Piece, Shown } from "../types";
import { couldBe } from "./could";
import { FLEET } from "./hulls";
import { Badge } from "./ships";

type Notes = Readonly<Record<string, string>>;
const NONE: Notes = {};
const LONGEST = 6; // letters that fit on a square

export function useNotes(seat: number | null): [Notes, (notes: Notes) => void] {
  return useKept<Notes>(`notes-${seat ?? "gallery"}`, NONE);
}

/** A class more or less; what was written in words makes way. */
export function toggled(note: string, letter: string): string {
  const letters = new RegExp(`^[${FLEET.join("")}]*$`).test(note) ? note : "";
  return letters.includes(letter) ? letters.replace(letter, "") : (letters + letter).slice(-LONGEST);
}

/** A contact is held: which classes it may be, a word of one's own, or nothing any more. */
export function Held({ piece, at, close }: { piece: Piece; at: Shown; close: () => void }) {
  const [notes, setNotes] = useNotes(at.seat);
  const form = useRef<HTMLFormElement>(null);
  const note = notes[piece.id] ?? "";
  const could = couldBe(piece);
  const write = (text: string) => {
    const { [piece.id]: _, ...others } = notes;
    setNotes(text ? { ...others, [piece.id]: text } : others);
  };
  useEffect(() => form.current?.querySelector("button")?.focus(), []);
  const done = () => {
    close();
    document.querySelector<SVGElement>(".stage .board")?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") done();
  };
  return (
    <form
      ref={form}
      className="cmd-noting"
      aria-label={at.say({ key: "skin.note-on", args: { at: piece.at.slice("site:".length) } })}
      onKeyDown={keys}
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <p>
        <b>{at.say({ key: "skin.note-on", args: { at: piece.at.slice("site:".length) } })}</b>{" "}
        <span>{at.say({ key: could.length > 0 ? "skin.note-could" : "skin.note-any" })}</span>
      </p>
      <div className="cmd-letters">
        {(could.length > 0 ? could : FLEET).map((letter) => (
          <button
            key={letter}
            type="button"
            aria-pressed={note.includes(letter) && toggled(note, letter).length < note.length}
            aria-label={at.say({ key: `class.${letter}` })}
            title={at.say({ key: `class.${letter}` })}
            onClick={() => write(toggled(note, letter))}
          >
            <svg viewBox="-22 -20 44 40" aria-hidden="true">
              <Badge letter={letter} foe />
            </svg>
          </button>
        ))}
      </div>
      <div className="cmd-note-row">
        <input
          className="field"
          value={note}
          maxLength={LONGEST}
          aria-label={at.say({ key: "skin.note-word" })}
          placeholder={at.say({ key: "skin.note-word" })}
          onChange={(event) => write(event.target.value)}
        />
        <button type="button" className="btn" disabled={!note} onClick={() => write("")}>
          {at.say({ key: "skin.note-remove" })}
        </button>
        <button type="submit" className="btn primary">
          {at.say({ key: "skin.note-done" })}
        </button>
      </div>
    </form>
  );
}
