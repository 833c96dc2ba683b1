import { useState } from "react";
import { errorText } from "../../client/http";
import type { ChanceOutcome } from "../../contract";
import { Button } from "../../ui/Button";
import { RefusalText, Select } from "../../ui/Form";
import { Icon } from "../../ui/Icon";
import { t } from "../../ui/texts/page";
import type { Say } from "../../ui/texts/render";
import css from "./ChancePanel.module.css";
import { analyse, lineOf } from "./requests";
import { lineTo, type TreeStep, type Variations } from "./variations";

const OPEN = { seat: null, known: false };
const MOST_DRAWS = 200;

/** One of them, as often as its weight says. */
export function drawn(outcomes: readonly Pick<ChanceOutcome, "text" | "weight">[], random: number): string | null {
  const total = outcomes.reduce((sum, each) => sum + each.weight, 0);
  let left = random * total;
  for (const each of outcomes) {
    left -= each.weight;
    if (left < 0) return each.text;
  }
  return outcomes.at(-1)?.text ?? null;
}

/** Chance is to decide: it is drawn here until somebody is to act, or one says what it brings. */
export function ChancePanel(props: {
  game: string;
  tree: Variations;
  outcomes: readonly ChanceOutcome[]; // none where one looks as a seat that may not know them
  say: Say;
  onDrawn: (steps: TreeStep[]) => void;
}) {
  const { game, tree, outcomes, say, onDrawn } = props;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  async function draw() {
    setBusy(true);
    const steps: TreeStep[] = [];
    try {
      const line = lineOf(tree, lineTo(tree, tree.here), OPEN, false);
      for (let i = 0; i < MOST_DRAWS; i++) {
        const now = await analyse(game, { ...line, steps: [...(line.steps ?? []), ...steps] }, 2000, false);
        const next = now.chance ? drawn(now.outcomes, Math.random()) : null;
        if (next === null) break;
        steps.push({ actor: "*", text: next });
      }
      setRefusal(null);
    } catch (error) {
      setRefusal(errorText(error));
    }
    setBusy(false);
    onDrawn(steps);
  }
  return (
    <div className={css.panel}>
      <Button look="primary" disabled={busy} data-draw onClick={() => void draw()}>
        <Icon name="hand" />
        {t("analysis.draw")}
      </Button>
      {outcomes.length > 0 && (
        <Select
          value=""
          disabled={busy}
          aria-label={t("analysis.bring")}
          onChange={(event) => event.target.value && onDrawn([{ actor: "*", text: event.target.value }])}
        >
          <option value="">{t("analysis.bring")}</option>
          {outcomes.map((each) => (
            <option key={each.text} value={each.text}>
              {say(each.words)}
            </option>
          ))}
        </Select>
      )}
      <RefusalText text={refusal} />
    </div>
  );
}
