import { classes } from "../ui/classes";
import { IconDrawing } from "../ui/Icon";
import { IconButton } from "../ui/IconButton";
import { t } from "../ui/texts/page";
import css from "./ZoomButtons.module.css";
import { MAX_ZOOM, middleOf, NO_ZOOM, ZOOM_STEP, type Zoom, type ZoomArea, zoomAt } from "./zoom";

/** Closer, further, all of it: for fingers, where sites are small. A mouse has its wheel, with Ctrl. */
export function ZoomButtons(props: {
  zoom: Zoom;
  frame: ZoomArea;
  toOwn?: (() => void) | undefined; // finds the player's own piece
  atOwn?: boolean | undefined; // it is what is shown
  beside?: boolean; // they stand beside the board, not on it
  setZoom: (change: (zoom: Zoom) => Zoom) => void;
}) {
  const { zoom, frame, toOwn, atOwn, setZoom } = props;
  const by = (factor: number) => setZoom((was) => zoomAt(was, was.k * factor, middleOf(frame), frame));
  return (
    <div className={classes(css.buttons, zoom.k <= 1 && css.idle, props.beside && css.beside)}>
      {zoom.k > 1 && (
        <>
          <IconButton className={css.button} label={t("board.whole")} onClick={() => setZoom(() => NO_ZOOM)}>
            <IconDrawing>
              <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
            </IconDrawing>
          </IconButton>
          {!toOwn && (
            <IconButton className={css.button} label={t("board.further")} onClick={() => by(1 / ZOOM_STEP)}>
              <IconDrawing>
                <path d="M5 12h14" />
              </IconDrawing>
            </IconButton>
          )}
        </>
      )}
      {toOwn && (
        <IconButton className={css.button} data-own aria-pressed={atOwn} label={t("board.own")} onClick={toOwn}>
          <IconDrawing>
            <path d="M12 2v4M12 18v4M2 12h4M18 12h4" />
            <circle cx="12" cy="12" r="6" />
          </IconDrawing>
        </IconButton>
      )}
      <IconButton
        className={css.button}
        label={t("board.closer")}
        disabled={zoom.k >= MAX_ZOOM}
        onClick={() => by(ZOOM_STEP)}
      >
        <IconDrawing>
          <path d="M5 12h14M12 5v14" />
        </IconDrawing>
      </IconButton>
    </div>
  );
}
