/** A touch that does nothing is answered with a reason, where the finger was. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { TouchReason } from "../contract";
import { playSound } from "../ui/sound";
import { t } from "../ui/texts/page";
import type { Sayable } from "../ui/texts/render";
import type { Spot } from "./layout";
import { isButton } from "./paths";
import type { TableView } from "./skin";
import { touchesBeside } from "./touchedBeside";

const PATIENCE = 120; // milliseconds until general words are shown, if the game's own are not here

export interface Refusal {
  number: number; // counts refusals: the same one again is another
  spot: Spot | null; // what was touched
  x: number; // where the finger was, on the screen
  y: number;
  rule: string; // empty until there are words
  here: string;
  at: readonly string[]; // what stands in the way
  fits: readonly string[]; // what in the hand would do
  rules: "rule" | "rules" | null; // refused for the same reason as before: the rule is offered, or the rules
  about: string | null; // the name of that rule
  beside: boolean; // the finger was beside the board
  held: string | null; // what was to go there
}

const WORDLESS = { rule: "", here: "", at: [], fits: [], rules: null, about: null };

// These are about what can be done, and not about whether anything can.
const OF_RULES = /^touch\.(nothing|not-there|not-yours|button)$/;

const say = (key: string, args: Sayable["args"] = {}): Sayable => ({ key, args });
const reason = (rule: string, here: string, args?: Sayable["args"]): TouchReason =>
  ({ rule: say(`touch.${rule}`, args), here: say(`touch.${here}`, args) }) as TouchReason;

/** Why nothing at all can be done now, if that is so; the page knows it without asking. */
function nothingNow(shown: TableView): TouchReason | null {
  if (shown.imagined) return null;
  if (shown.over) return reason("over", "over-here");
  if (shown.choices.length === 0 && shown.toAct.length === 0) return offTurn(shown);
  if (shown.seat === null) return reason("looking-on", "looking-on-here");
  return shown.choices.length === 0 && !shown.toAct.includes(shown.seat) ? offTurn(shown) : null;
}

/** It is another's turn: the one place on the page that says so. */
export function offTurn({ toAct }: Pick<TableView, "toAct">): TouchReason {
  const [one, ...more] = toAct;
  if (one === undefined) return reason("chance", "chance-here");
  if (more.length > 0) return reason("off-turn", "off-turn-several");
  return reason("off-turn", "off-turn-here", { player: say(`seat.${one}`) });
}

/** What can be said of any touch, until more is known. */
function inGeneral({ choosing, choices }: TableView): TouchReason {
  if (choices.length === 0) return reason("busy", "busy-here");
  if (choosing.lit.length > 0 && choosing.lit.every((each) => isButton(each.target)))
    return reason("nothing", "buttons");
  return choosing.held.length > 0 ? reason("not-there", "goes") : reason("nothing", "marked");
}

/** Touching it does something. */
const isLit = ({ choosing }: TableView, { target }: Spot) => choosing.lit.some((each) => each.target === target);

/** What was touched: a thing on the board, the name of one from beside it, or what a panel says itself. */
interface Touch {
  target: string | null;
  spot: Spot | null;
  held?: readonly string[] | undefined;
  said?: TouchReason | undefined;
  beside: boolean;
}

export interface Refusals {
  refusal: Refusal | null;
  refuse: (spot: Spot | null, where: { x: number; y: number }, held?: readonly string[]) => void;
  close: () => void;
}

/** `spotOf` finds what is touched from beside the board; null: this board answers for no panel. */
export function useRefusal(shown: TableView, spotOf: ((target: string) => Spot | null) | null): Refusals {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const latest = useRef(shown);
  latest.current = shown;
  const number = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(""); // the key of the last rule that was said here
  const close = useCallback(() => {
    number.current += 1;
    clearTimeout(timer.current);
    setRefusal(null);
  }, []);
  const answer = useCallback(({ target, spot, held, said, beside }: Touch, where: { x: number; y: number }) => {
    const now = latest.current;
    const mine = ++number.current;
    const before = last.current;
    const inHand = held ?? now.choosing.held;
    const wordless = { ...WORDLESS, number: mine, spot, ...where, beside, held: inHand.at(-1) ?? null };
    clearTimeout(timer.current);
    playSound("no");
    const show = (why: TouchReason) => {
      if (mine !== number.current) return;
      clearTimeout(timer.current);
      const [rule, here, { key }] = [now.say(why.rule), now.say(why.here), why.rule];
      last.current = key;
      const about = key.startsWith("rule.") ? key.slice("rule.".length) : null;
      const rules = before !== key ? null : about ? "rule" : OF_RULES.test(key) ? "rules" : null;
      const { at = [], fits = [] } = why;
      setRefusal({ ...wordless, rule, here, at, fits, rules, about });
    };
    if (now.past && !now.over) {
      setRefusal({ ...wordless, rule: t("refusal.past"), here: t("refusal.past-here") });
      return;
    }
    const known = nothingNow(now) ?? said;
    if (known || target === null || !now.whyNot) {
      show(known ?? inGeneral(now));
      return;
    }
    setRefusal(wordless);
    timer.current = setTimeout(() => show(inGeneral(now)), PATIENCE);
    now.whyNot([...inHand, target]).then(
      (why) => show(why ?? (held && spot && !beside && isLit(now, spot) ? reason("tap", "tap-here") : inGeneral(now))),
      () => show(inGeneral(now)),
    );
  }, []);
  const refuse = useCallback(
    (spot: Spot | null, where: { x: number; y: number }, held?: readonly string[]) =>
      answer({ target: spot?.target ?? null, spot, held, beside: false }, where),
    [answer],
  );

  const beside = touchesBeside.use();
  const answered = useRef(beside);
  const spots = useRef(spotOf);
  spots.current = spotOf;
  useEffect(() => {
    if (!beside || beside === answered.current) return;
    answered.current = beside;
    const { table, game } = latest.current;
    if (!spots.current || beside.table !== table || beside.game !== game) return;
    const { touched, x, y } = beside;
    const target = typeof touched === "string" ? touched : null;
    const said = typeof touched === "object" ? (touched ?? undefined) : undefined;
    answer({ target, spot: target === null ? null : spots.current(target), held: [], said, beside: true }, { x, y });
  }, [beside, answer]);
  // What was refused is another moment's as soon as something happens.
  const { choices, seat, past } = shown;
  const turn = shown.toAct.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what changes when something happens
  useEffect(() => {
    close();
    last.current = "";
  }, [choices, seat, past, turn, close]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { refusal, refuse, close };
}
