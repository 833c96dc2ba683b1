/** The menu on a contact: the player's own note about it. */

import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Piece, TableView } from "../../board/skin";
import { Button } from "../../ui/Button";
import { Input } from "../../ui/Form";
import { giveBack } from "../../ui/focus";
import { couldBe, useNotes } from "./facts";
import { FLEET } from "./hulls";
import css from "./notes.module.css";
import { Badge } from "./pieces";

const LONGEST = 6; // letters that fit on a square

/** Add or remove a class. A note in words is replaced. */
export function toggled(note: string, letter: string): string {
  const letters = new RegExp(`^[${FLEET.join("")}]*$`).test(note) ? note : "";
  return letters.includes(letter) ? letters.replace(letter, "") : (letters + letter).slice(-LONGEST);
}

/** Which classes the contact may be, a word of the player's own, or nothing any more. */
export function NoteMenu({ piece, at, close }: { piece: Piece; at: TableView; close: () => void }) {
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
    giveBack(document.querySelector('[data-board="play"]'));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") done();
  };
  return (
    <form
      ref={form}
      className={css.noting}
      data-noting
      aria-label={at.say({ key: "skin.note-on", args: { at: piece.at.slice("site:".length) } })}
      onKeyDown={keys}
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <p className={css.about}>
        <b>{at.say({ key: "skin.note-on", args: { at: piece.at.slice("site:".length) } })}</b>{" "}
        <span className={css.could}>{at.say({ key: could.length > 0 ? "skin.note-could" : "skin.note-any" })}</span>
      </p>
      <div className={css.letters}>
        {(could.length > 0 ? could : FLEET).map((letter) => (
          <button
            key={letter}
            type="button"
            className={css.letter}
            aria-pressed={note.includes(letter) && toggled(note, letter).length < note.length}
            aria-label={at.say({ key: `class.${letter}` })}
            title={at.say({ key: `class.${letter}` })}
            onClick={() => write(toggled(note, letter))}
          >
            <svg className={css.badge} viewBox="-22 -20 44 40" aria-hidden="true">
              <Badge letter={letter} foe />
            </svg>
          </button>
        ))}
      </div>
      <div className={css.row}>
        <Input
          className={css.word}
          value={note}
          maxLength={LONGEST}
          aria-label={at.say({ key: "skin.note-word" })}
          placeholder={at.say({ key: "skin.note-word" })}
          onChange={(event) => write(event.target.value)}
        />
        <Button disabled={!note} onClick={() => write("")}>
          {at.say({ key: "skin.note-remove" })}
        </Button>
        <Button type="submit" look="primary">
          {at.say({ key: "skin.note-done" })}
        </Button>
      </div>
    </form>
  );
}
