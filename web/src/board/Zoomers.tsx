import type { Box } from "./layout";
import type { BoardWords } from "./names";
import { CLOSEST, WHOLE, type Zoom, zoomAt } from "./zoom";

/** Closer, further, all of it: for fingers, where sites are small. A mouse has its wheel. */
export function Zoomers(props: {
  words: BoardWords;
  zoom: Zoom;
  frame: Box;
  setZoom: (change: (zoom: Zoom) => Zoom) => void;
}) {
  const { words, zoom, frame, setZoom } = props;
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  const by = (factor: number) => setZoom((was) => zoomAt(was, was.k * factor, middle, frame));
  return (
    <div className={zoom.k > 1 ? "zoomers on" : "zoomers"}>
      {zoom.k > 1 && (
        <>
          <button type="button" className="icon" aria-label={words.whole} onClick={() => setZoom(() => WHOLE)}>
            <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
            </svg>
          </button>
          <button type="button" className="icon" aria-label={words.further} onClick={() => by(1 / 1.6)}>
            <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M5 12h14" />
            </svg>
          </button>
        </>
      )}
      <button
        type="button"
        className="icon"
        aria-label={words.closer}
        disabled={zoom.k >= CLOSEST}
        onClick={() => by(1.6)}
      >
        <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12h14M12 5v14" />
        </svg>
      </button>
    </div>
  );
}
