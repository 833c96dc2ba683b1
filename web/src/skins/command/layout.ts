/** Where things lie: the viewer's own rows below, and the ships to place in a tray under them. Pure. */

import { belowOf, type Piece, type Placed, type Plan, type Scene, type Viewport, type Zone } from "../../board/skin";
import { deploying, isReady, letterOf } from "./facts";
import { FLEET } from "./hulls";

export const COLUMNS = 9;
export const ROWS = 8;
export const OWN_ROWS = 3;
export const EDGE = 0.36; // around the sea: its scale, letters and numbers
export const WIDTH = COLUMNS + 2 * EDGE;
export const HEIGHT = ROWS + 2 * EDGE;
const MARGIN = 0.2; // the board leaves this around a frame
const AWAY = -99; // where nothing is shown
const GAP = 0.09;
const FOOT = 0.14; // on a phone the frame that says whose turn it is lies on the edge, and the letters above it

/** How many rows of the sea are cut off above while a seat deploys. */
export const cutOff = (phone: boolean) => (phone ? 4 : 3);

interface Tray {
  columns: number;
  rows: number;
  height: number;
}

/** As high as there is room for under the rows that are shown, within reason. */
export function traySize({ width, height, phone }: Viewport): Tray {
  const [columns, rows, least, most] = phone ? [5, 3, 1.3, 2.1] : [8, 2, 1.15, 1.6];
  const room = (height / Math.max(width, 1)) * WIDTH - (HEIGHT - cutOff(phone));
  return { columns, rows, height: rows * Math.min(most, Math.max(least, room / rows)) };
}

export function arrange(plan: Plan, about: Viewport): Plan {
  const turned = belowOf(about) === 1;
  const tray = traySize(about);
  const sites = plan.sites?.map((site) => {
    const column = site.id.charCodeAt(0) - 97;
    const row = Number(site.id.slice(1)) - 1;
    const [across, up] = turned ? [COLUMNS - 1 - column, ROWS - 1 - row] : [column, row];
    return { ...site, x: EDGE + across + 0.5, y: EDGE + ROWS - up - 0.5 };
  });
  const zones = plan.zones?.map((zone) =>
    zone.seat === about.seat && zone.id.startsWith("reserve")
      ? { ...zone, x: WIDTH / 2, y: HEIGHT + tray.height / 2, width: WIDTH, height: tray.height }
      : { ...zone, x: AWAY, y: AWAY },
  );
  return {
    ...plan,
    width: WIDTH,
    height: HEIGHT,
    labels: [],
    ...(sites ? { sites } : {}),
    ...(zones ? { zones } : {}),
  };
}

/** All of the sea; while ships are to be placed, the viewer's own rows and some water before them, and the tray. */
export function frame(scene: Scene, about: Viewport): [number, number, number, number] {
  const width = WIDTH - 2 * MARGIN;
  const foot = about.phone ? FOOT : 0;
  if (!deploying(scene) || isReady(scene)) return [MARGIN, MARGIN, width, HEIGHT - 2 * MARGIN + foot];
  const top = cutOff(about.phone);
  return [MARGIN, top + MARGIN, width, HEIGHT - top + traySize(about).height - 2 * MARGIN];
}

/** The middle of each class's cell in the tray, seen from the tray's middle; strongest first. */
export function cells(zone: {
  width: number;
  height: number;
}): { x: number; y: number; width: number; height: number }[] {
  const columns = zone.width / zone.height > 2.7 ? 8 : 5;
  const rows = Math.ceil(FLEET.length / columns);
  const [width, height] = [(zone.width - GAP) / columns, (zone.height - GAP) / rows];
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: -zone.width / 2 + GAP / 2 + ((i % columns) + 0.5) * width,
    y: -zone.height / 2 + GAP / 2 + (Math.floor(i / columns) + 0.5) * height,
    width: width - GAP,
    height: height - GAP,
  }));
}

export function lay(zone: Zone, pieces: readonly Piece[]): Placed[] {
  if (!zone.id.startsWith("reserve") || zone.x === AWAY) return []; // what is lost has gone down
  const places = cells(zone);
  return pieces.flatMap((piece) => {
    const letter = letterOf(piece.kind);
    const place = letter && places[FLEET.indexOf(letter)];
    if (!place) return [];
    const { width, height } = place;
    return [{ piece, shape: "card", held: false, x: zone.x + place.x, y: zone.y + place.y, width, height, angle: 0 }];
  });
}
