import type { OnBoard, PieceProps, Skin } from "../types";
import "./skin.css";

/** Light from the top left: what gives a ring its weight. */
function Defs() {
  return (
    <radialGradient id="yinsh-light" cx=".35" cy=".3" r=".9">
      <stop offset="0" stopColor="#fff" stopOpacity=".35" />
      <stop offset="1" stopColor="#000" stopOpacity=".12" />
    </radialGradient>
  );
}

function Backdrop({ at }: { at: OnBoard }) {
  const { x, y, width, height } = at.frame;
  return <rect className="yinsh-slate" x={x - 9} y={y - 9} width={width + 18} height={height + 18} />;
}

/** A ring is a thick hoop, a marker a disc that fits into it; ebony has a groove, so that colour is never alone. */
function Piece({ piece, width }: PieceProps) {
  const side = piece.seat === 0 ? "ivory" : "ebony";
  const r = width / 2;
  if (!piece.kind.includes("ring"))
    return (
      <g className={`yinsh-${side}`}>
        <circle className="yinsh-shade" cx={0.03} cy={0.06} r={r * 0.67} />
        <circle className="yinsh-disc" r={r * 0.67} />
        <circle r={r * 0.67} fill="url(#yinsh-light)" />
        <circle className="yinsh-groove" r={r * 0.36} />
      </g>
    );
  return (
    <g className={`yinsh-${side}`}>
      <circle className="yinsh-hoop shade" cx={0.03} cy={0.07} r={r} strokeWidth={r * 0.48} />
      <circle className="yinsh-hoop" r={r} strokeWidth={r * 0.46} />
      <circle className="yinsh-groove" r={r} />
    </g>
  );
}

const skin: Skin = {
  Defs,
  Backdrop,
  Piece,
  /** Markers flip one after the other, from where the ring set off to where it came to stand. */
  timing: (change) => {
    const last = change.scene.marks?.find((mark) => mark.kind === "last");
    const start = last?.at[0] ? change.spot(last.at[0]) : null;
    if (change.kind !== "flip" || !start || !change.to) return undefined;
    return { delay: Math.hypot(change.to.x - start.x, change.to.y - start.y) * 70 };
  },
};

export default skin;
