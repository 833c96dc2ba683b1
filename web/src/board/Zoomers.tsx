import type { Spot } from "./layout";
import type { BoardWords } from "./names";
import { CLOSER, CLOSEST, middleOf, type Room, WHOLE, type Zoom, zoomAt, zoomOn } from "./zoom";

const NEAR = 2.2; // how close one is at least, having asked for something of one's own

/** Closer, further, all of it: for fingers, where sites are small. A mouse has its wheel. */
export function Zoomers(props: {
  words: BoardWords;
  zoom: Zoom;
  frame: Room;
  own?: Spot | undefined; // what one would like to find again
  setZoom: (change: (zoom: Zoom) => Zoom) => void;
}) {
  const { words, zoom, frame, own, setZoom } = props;
  const by = (factor: number) => setZoom((was) => zoomAt(was, was.k * factor, middleOf(frame), frame));
  return (
    <div className={zoom.k > 1 ? "zoomers on" : "zoomers"}>
      {zoom.k > 1 && (
        <>
          <button type="button" className="icon" aria-label={words.whole} onClick={() => setZoom(() => WHOLE)}>
            <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
            </svg>
          </button>
          {!own && (
            <button type="button" className="icon" aria-label={words.further} onClick={() => by(1 / CLOSER)}>
              <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
                <path d="M5 12h14" />
              </svg>
            </button>
          )}
        </>
      )}
      {own && (
        <button
          type="button"
          className="icon"
          data-own
          aria-label={words.own}
          onClick={() => setZoom((was) => zoomOn(was, Math.max(was.k, NEAR), own, frame))}
        >
          <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 2v4M12 18v4M2 12h4M18 12h4" />
            <circle cx="12" cy="12" r="6" />
          </svg>
        </button>
      )}
      <button
        type="button"
        className="icon"
        aria-label={words.closer}
        disabled={zoom.k >= CLOSEST}
        onClick={() => by(CLOSER)}
      >
        <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12h14M12 5v14" />
        </svg>
      </button>
    </div>
  );
}
