/** The deployment: the chart with its tray, and formations to take, turn round, keep and forget. */

import { type MouseEvent, type ReactNode, useState } from "react";
import type { TableView } from "../../board/skin";
import { because, refuseBeside } from "../../board/touchedBeside";
import { useStored } from "../../client/stored";
import type { TouchReason } from "../../contract";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Input } from "../../ui/Form";
import { IconDrawing } from "../../ui/Icon";
import css from "./deploy.module.css";
import { BUILT_IN, type Chart, chartOf, EMPTY, fits, fleetOf, mirrored, random, stepsTo } from "./formation";

interface SavedFormation {
  name: string;
  chart: Chart;
}

// Why a formation is not taken: what the panel knows itself. Whether anything can be done at all the board says.
const PLACE_FIRST = because("skin.no-fleet", "skin.no-fleet-how");
const NOT_WHOLE = because("skin.not-whole", "skin.not-whole-how");
const AS_IT_IS = because("skin.as-it-is", "skin.as-it-is-how");
const UNFIT = because("skin.unfit", "skin.unfit-how");

const NONE: readonly SavedFormation[] = [];
const LONGEST = 24;

/** In small: a ring is a submarine, a bar a carrier, a diamond the Command Ship, a dot any other. */
function FormationThumb({ chart }: { chart: Chart }) {
  return (
    <svg className={css.thumb} viewBox="0 0 90 30" aria-hidden="true">
      <rect className={css.thumbSea} width="90" height="30" rx="3" />
      {[...chart].map((letter, i) => {
        const [x, y] = [5 + (i % 9) * 10, 5 + Math.floor(i / 9) * 10];
        const key = `${x} ${y}`;
        if (letter === EMPTY) return null;
        if (letter === "S") return <circle key={key} className={css.thumbRing} cx={x} cy={y} r="3.2" />;
        if (letter === "C")
          return <path key={key} className={css.thumbFlag} d={`M${x} ${y - 3.8}l3.8 3.8-3.8 3.8-3.8-3.8z`} />;
        if ("FRTNE".includes(letter))
          return <rect key={key} className={css.thumbBar} x={x - 3.6} y={y - 2} width="7.2" height="4" />;
        return <circle key={key} className={css.thumbDot} cx={x} cy={y} r="1.9" />;
      })}
    </svg>
  );
}

/** What can be done with the fleet as a whole. Nothing, while nothing can be done at all. */
function useFormations(at: TableView) {
  const [kept, setKept] = useStored<readonly SavedFormation[]>("command.formations", NONE, "");
  const fleet = fleetOf(at.scene, at.choices, at.seat);
  const free = at.choices.some((choice) => /^\w[@:]/.test(choice.text));
  const now = chartOf(fleet);
  const refuse = (why: TouchReason | null) => (event: MouseEvent) => refuseBeside(at, why, event);
  const go = (chart: Chart, event: MouseEvent) => {
    if (!free) return refuse(null)(event);
    const steps = fits(fleet, chart) ? stepsTo(fleet, chart) : [];
    if (steps.length > 0) at.act(steps);
    else refuse(fits(fleet, chart) ? AS_IT_IS : UNFIT)(event);
  };
  const whole = free && fleet.waiting.length === 0;
  return {
    kept,
    free,
    go,
    refuse,
    now,
    whole,
    placed: fleet.standing.size,
    same: kept.find((each) => each.chart === now) ?? null,
    shuffle: (keep: boolean) => (event: MouseEvent) => go(random(fleet, keep), event),
    mirror: (event: MouseEvent) => go(mirrored(now), event),
    keep: (name: string) => setKept([...kept.filter((each) => each.chart !== now), { name, chart: now }]),
    forget: () => setKept(kept.filter((each) => each.chart !== now)),
  };
}

export function Formations({ at }: { at: TableView }) {
  const all = useFormations(at);
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState("");
  const say = (key: string) => at.say({ key: `skin.${key}` });
  const built = BUILT_IN.map((each) => ({ name: at.say({ key: each.name }), chart: each.chart }));
  const offered = [...all.kept, ...built.filter((each) => !all.kept.some((own) => own.chart === each.chart))];
  const some = all.free && all.placed > 0;
  const partly = some && !all.whole;
  if (naming && all.whole)
    return (
      <form
        className={css.formations}
        onSubmit={(event) => {
          event.preventDefault();
          all.keep(name.trim() || say("mine"));
          setNaming(false);
        }}
      >
        <FormationThumb chart={all.now} />
        <Input
          className={css.field}
          // it was just asked for
          autoFocus
          value={name}
          maxLength={LONGEST}
          placeholder={say("mine")}
          aria-label={say("name-it")}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && setNaming(false)}
        />
        <Button type="submit" look="primary" className={css.button} data-formation="keep">
          {say("save")}
        </Button>
      </form>
    );
  return (
    <div className={css.formations}>
      <div className={css.two}>
        <Button className={css.button} aria-disabled={!all.free} data-formation="random" onClick={all.shuffle(false)}>
          <Sign d="M3 7h4l10 10h4M3 17h4l3-3M14 10l3-3h4M18 4l3 3-3 3M18 14l3 3-3 3" />
          {say("random")}
        </Button>
        {partly ? (
          <Button className={css.button} data-formation="rest" onClick={all.shuffle(true)}>
            {say("rest")}
          </Button>
        ) : (
          <Button
            className={css.button}
            aria-disabled={!some}
            data-formation="mirror"
            onClick={all.free && !some ? all.refuse(PLACE_FIRST) : all.mirror}
          >
            <Sign d="M12 3v18M8 8l-5 4 5 4zM16 8l5 4-5 4z" />
            {say("mirror")}
          </Button>
        )}
      </div>
      <ul className={css.list}>
        {offered.map((each) => (
          <li key={each.chart} className={css.item}>
            <button
              type="button"
              className={css.formation}
              aria-disabled={!all.free}
              aria-pressed={each.chart === all.now}
              data-formation={each.chart}
              onClick={(event) => all.go(each.chart, event)}
            >
              <FormationThumb chart={each.chart} />
              <span>{each.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {all.same ? (
        <Button look="quiet" className={css.button} data-formation="forget" onClick={all.forget}>
          {say("forget")}
        </Button>
      ) : (
        <Button
          className={classes(css.button, css.save)}
          aria-disabled={!all.whole}
          data-formation="save"
          onClick={all.whole ? () => setNaming(true) : all.refuse(all.free ? NOT_WHOLE : null)}
        >
          + {say("save")}
        </Button>
      )}
    </div>
  );
}

function Sign({ d }: { d: string }) {
  return (
    <IconDrawing>
      <path d={d} />
    </IconDrawing>
  );
}

/** In place of the board: the same board, and on a phone the formations within reach of a thumb. */
export function Deployment({ at, board }: { at: TableView; board: ReactNode }) {
  return (
    <div className={css.deployment} data-deployment>
      {board}
      {at.phone && <Formations at={at} />}
    </div>
  );
}
