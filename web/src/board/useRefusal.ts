/** A touch that does nothing is answered with a reason, where the finger was. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { TouchReason } from "../contract";
import { playSound } from "../ui/sound";
import { t } from "../ui/texts/page";
import type { Sayable } from "../ui/texts/render";
import type { Spot } from "./layout";
import { isButton } from "./paths";
import type { TableView } from "./skin";

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
}

const WORDLESS = { rule: "", here: "", at: [], fits: [], rules: null, about: null };

// These are about what can be done, and not about whether anything can.
const OF_RULES = /^touch\.(nothing|not-there|not-yours|button)$/;

const say = (key: string, args: Sayable["args"] = {}): Sayable => ({ key, args });
const reason = (rule: string, here: string, args?: Sayable["args"]): TouchReason =>
  ({ rule: say(`touch.${rule}`, args), here: say(`touch.${here}`, args) }) as TouchReason;

/** Why nothing at all can be done now, if that is so; the page knows it without asking. */
function nothingNow(shown: TableView): TouchReason | null {
  if (shown.over) return reason("over", "over-here");
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

export interface Refusals {
  refusal: Refusal | null;
  refuse: (spot: Spot | null, where: { x: number; y: number }, held?: readonly string[]) => void;
  close: () => void;
}

export function useRefusal(shown: TableView): Refusals {
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
  const refuse = useCallback((spot: Spot | null, where: { x: number; y: number }, held?: readonly string[]) => {
    const now = latest.current;
    if (!now.whyNot) return; // a board to look at
    const mine = ++number.current;
    const before = last.current;
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
      setRefusal({ number: mine, spot, ...where, rule, here, at, fits, rules, about });
    };
    if (now.past) {
      const [rule, here] = [t("refusal.past"), t("refusal.past-here")];
      setRefusal({ ...WORDLESS, number: mine, spot, ...where, rule, here });
      return;
    }
    const known = nothingNow(now) ?? (spot ? null : inGeneral(now));
    if (known || !spot) {
      show(known ?? inGeneral(now));
      return;
    }
    setRefusal({ ...WORDLESS, number: mine, spot, ...where });
    timer.current = setTimeout(() => show(inGeneral(now)), PATIENCE);
    now.whyNot([...(held ?? now.choosing.held), spot.target]).then(
      (why) => show(why ?? (held && isLit(now, spot) ? reason("tap", "tap-here") : inGeneral(now))),
      () => show(inGeneral(now)),
    );
  }, []);
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
