/** What lies under a finger or a cursor, whether it can be touched or not. */

import type { Plan } from "../contract";
import { type Placed, type Spot, spotOf } from "./layout";

/** A piece on a site is touched as that site, and one on a pile as the pile: actions begin and end there. */
export function placeTouched(plan: Plan, placed: readonly Placed[], on: Placed): Spot | null {
  const { at, id } = on.piece;
  const pile = plan.zones?.some((zone) => `zone:${zone.id}` === at && zone.kind === "pile");
  return spotOf(plan, placed, at.startsWith("site:") || pile ? at : `piece:${id}`);
}

/** The thing at a point of the plan: the topmost piece, else the site, else the zone around it. */
export function thingAt(plan: Plan, placed: readonly Placed[], x: number, y: number): Spot | null {
  const within = (box: { x: number; y: number; width: number; height: number }) =>
    Math.abs(box.x - x) <= box.width / 2 && Math.abs(box.y - y) <= box.height / 2;
  const on = placed.findLast(within);
  if (on) return placeTouched(plan, placed, on);
  const far = (site: { x: number; y: number }) => Math.hypot(site.x - x, site.y - y);
  const site = plan.sites?.reduce((best, each) => (far(each) < far(best) ? each : best));
  if (site && within({ ...site, width: 1, height: 1 })) return spotOf(plan, placed, `site:${site.id}`);
  const zone = plan.zones?.findLast(within);
  return zone ? spotOf(plan, placed, `zone:${zone.id}`) : null;
}

/** All that there is, for a cursor that goes everywhere: every site, and what lies in zones. */
export function everything(plan: Plan, placed: readonly Placed[]): Spot[] {
  const sites = (plan.sites ?? []).map((site) => spotOf(plan, placed, `site:${site.id}`));
  const others = placed.filter((each) => !each.piece.at.startsWith("site:"));
  const spots = [...sites, ...others.map((each) => placeTouched(plan, placed, each))].filter((spot) => spot !== null);
  return [...new Map(spots.map((spot) => [spot.target, spot])).values()];
}
