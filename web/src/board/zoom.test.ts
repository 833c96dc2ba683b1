import { describe, expect, it } from "vitest";
import { MAX_ZOOM, NO_ZOOM, panBy, reveal, zoomAt, zoomOn } from "./zoom";

const frame = { x: -1, y: -1, width: 12, height: 10 };
const shown = (zoom: { k: number; x: number; y: number }, x: number, y: number) => [
  zoom.k * x + zoom.x,
  zoom.k * y + zoom.y,
];

describe("zoomAt", () => {
  it("keeps the point under the fingers where it is", () => {
    const zoom = zoomAt(NO_ZOOM, 2, { x: 5, y: 4 }, frame);
    expect(shown(zoom, 5, 4)).toEqual([5, 4]);
  });
  it("goes no closer than the closest and no further than the whole", () => {
    expect(zoomAt(NO_ZOOM, 99, { x: 5, y: 4 }, frame).k).toBe(MAX_ZOOM);
    expect(zoomAt({ k: 2, x: -3, y: -3 }, 0.2, { x: 0, y: 0 }, frame)).toEqual(NO_ZOOM);
  });
});

describe("zoomOn", () => {
  it("brings a point to the middle, as far as the edges allow", () => {
    expect(shown(zoomOn(NO_ZOOM, 3, { x: 6, y: 4.5 }, frame), 6, 4.5)).toEqual([5, 4]);
    expect(shown(zoomOn(NO_ZOOM, 3, { x: -1, y: -1 }, frame), -1, -1)).toEqual([-1, -1]);
  });
  it("fills what is seen beside the frame, or stands in its middle while it is smaller", () => {
    const room = { ...frame, seen: { x: -4, y: -1, width: 18, height: 10 } };
    const filling = zoomOn(NO_ZOOM, 1.5, { x: 0, y: 0 }, room);
    expect([shown(filling, -1, 0)[0], shown(filling, 11, 0)[0]]).toEqual([-4, 14]);
    const between = zoomOn(NO_ZOOM, 1.25, { x: 0, y: 0 }, room);
    expect(shown(between, 5, 0)[0]).toBe(5);
  });
});

describe("panBy", () => {
  it("stops where the frame would show what lies beyond the plan", () => {
    const zoom = zoomAt(NO_ZOOM, 2, { x: 5, y: 4 }, frame);
    const far = panBy(zoom, 1000, 1000, frame);
    expect(shown(far, -1, -1)).toEqual([-1, -1]);
    const other = panBy(zoom, -1000, -1000, frame);
    expect(shown(other, 11, 9)).toEqual([11, 9]);
  });
  it("does not move the whole", () => {
    expect(panBy(NO_ZOOM, 3, 3, frame)).toEqual(NO_ZOOM);
  });
});

describe("reveal", () => {
  it("brings a spot beyond the edge into sight, and leaves one that is seen", () => {
    const zoom = zoomAt(NO_ZOOM, 3, { x: -1, y: -1 }, frame);
    const spot = { x: 10, y: 8, width: 1, height: 1 };
    const [x = 0, y = 0] = shown(reveal(zoom, spot, frame), 10, 8);
    expect(x).toBeLessThanOrEqual(11 - 1.5 + 1e-9);
    expect(y).toBeLessThanOrEqual(9 - 1.5 + 1e-9);
    expect(reveal(zoom, { x: 0.5, y: 0.5, width: 1, height: 1 }, frame)).toEqual(zoom);
  });
});
