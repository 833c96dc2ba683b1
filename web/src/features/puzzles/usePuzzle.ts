/** One puzzle on the page: fetched, or kept on this device; tried once; and what became of that. */

import { useCallback, useEffect, useState } from "react";
import { errorText, newKey, Refusal } from "../../client/http";
import { requirePerson, useMe } from "../../client/session";
import type { PuzzleOutcome, PuzzleShown, PuzzleStreakNow } from "../../contract";
import type { Catalogue } from "../../ui/texts/render";
import { gameTexts } from "../games/requests";
import { type KeptPuzzle, keepPuzzle, keepTry, keptPuzzle, sendTries, waitingTry } from "./kept";
import { onePuzzle, tryPuzzle } from "./requests";
import { answerIn, type Verdict, verdictOf } from "./sealed";

const AGAIN = 1500; // milliseconds until a game that was being compiled is asked again

/** What became of a try, as far as this device knows. Ratings come from the server. */
export interface Told {
  choice: string;
  verdict: Verdict;
  answers: string[];
  ratings: PuzzleOutcome | null; // null: it is still to be sent
}

export interface PuzzleState {
  puzzle: PuzzleShown | null;
  texts: Catalogue | null;
  told: Told | null;
  streak: PuzzleStreakNow | null;
  trouble: string;
  busy: boolean;
  tryIt: (choice: string, hinted: boolean) => void;
}

const ofServer = (outcome: PuzzleOutcome): Told => ({ ...outcome, ratings: outcome });

function ofDevice(puzzle: PuzzleShown, choice: string): Told {
  const answer = answerIn(puzzle);
  return { choice, verdict: verdictOf(puzzle, choice), answers: answer ? [answer.text] : [], ratings: null };
}

export function usePuzzle(game: string, id: string): PuzzleState {
  const me = useMe()?.person?.id ?? "";
  const [kept, setKept] = useState<KeptPuzzle | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const [streak, setStreak] = useState<PuzzleStreakNow | null>(null);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stands = (now: KeptPuzzle) => {
      if (!current) return;
      const waiting = waitingTry(game, id);
      setKept(now);
      setTrouble("");
      if (now.puzzle.outcome) setTold(ofServer(now.puzzle.outcome));
      else if (waiting) setTold(ofDevice(now.puzzle, waiting.choice));
    };
    const fetched = async () => {
      try {
        await sendTries();
        const [puzzle, texts] = await Promise.all([onePuzzle(game, id), gameTexts(game)]);
        keepPuzzle({ puzzle, texts });
        stands({ puzzle, texts });
      } catch (error) {
        if (!current) return;
        const before = error instanceof Refusal ? undefined : keptPuzzle(game, id);
        if (before) stands(before);
        else if (error instanceof Refusal && error.key === "server.not-ready") timer = setTimeout(fetched, AGAIN);
        else setTrouble(errorText(error));
      }
    };
    void fetched();
    window.addEventListener("online", fetched);
    return () => {
      current = false;
      clearTimeout(timer);
      window.removeEventListener("online", fetched);
    };
  }, [game, id]);

  const tryIt = useCallback(
    async (choice: string, hinted: boolean) => {
      if (!kept) return;
      const key = newKey();
      setBusy(true);
      try {
        await requirePerson();
        const tried = await tryPuzzle(game, id, choice, hinted, key);
        setTold(ofServer(tried.outcome));
        setStreak(tried.streak);
        setTrouble("");
        keepPuzzle({ ...kept, puzzle: { ...kept.puzzle, outcome: tried.outcome } });
      } catch (error) {
        if (error instanceof Refusal) setTrouble(error.message);
        else {
          keepTry({ game, id, choice, hinted, key, person: me });
          setTold(ofDevice(kept.puzzle, choice));
        }
      } finally {
        setBusy(false);
      }
    },
    [kept, game, id, me],
  );
  return { puzzle: kept?.puzzle ?? null, texts: kept?.texts ?? null, told, streak, trouble, busy, tryIt };
}
