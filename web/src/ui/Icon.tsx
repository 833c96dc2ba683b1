import type { ReactNode } from "react";
import { classes } from "./classes";
import css from "./Icon.module.css";

const PATHS = {
  arrow: "M5 12h14M13 6l6 6-6 6",
  back: "M15 5l-7 7 7 7",
  ban: "M3.5 12a8.5 8.5 0 1 0 17 0a8.500 8.500 0 1 0-17 0M6 6l12 12",
  book: "M12 6.5C10 5 7.5 4.5 4 4.5v13.5c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4.5c-3.5 0-6 .5-8 2zM12 6.5V20",
  chat: "M4.5 5.5h15v10.5H11l-4.5 3.5V16h-2z",
  clock: "M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 7v5.5l3.5 2",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  cup: "M8 4h8v5.5a4 4 0 0 1-8 0zM8 5.5H4.5c0 3 1.2 4.8 3.8 5.2M16 5.5h3.5c0 3-1.2 4.8-3.8 5.2M12 13.5V17M8 20h8M9.5 20c0-2 1-3 2.5-3s2.5 1 2.5 3",
  cut: "M3.5 3.5l17 17M6.3 6.3a8 8 0 0 0 0 11.4M17.7 6.3a8 8 0 0 1 0 11.4",
  done: "M5 12.5l4.5 4.5L19 7.5",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  down: "M6 9.5l6 6 6-6",
  draw: "M5 9.5h14M5 14.5h14",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0",
  first: "M18 5l-7 7 7 7M6.5 5v14",
  flag: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  forward: "M9 5l7 7-7 7",
  gear: "M4 7h8.8M17.2 7H20M4 17h2.8M11.2 17H20M12.8 7a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M6.8 17a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0",
  hand: "M4 8.5h13M13.5 5L17 8.5 13.5 12M20 15.5H7M10.5 12L7 15.5l3.5 3.5",
  home: "M4 11.5L12 4.5l8 7M6.5 10v9.5h11V10M10.5 19.5v-5h3v5",
  hour: "M7 4h10M7 20h10M8 4v3.5l4 4.5 4-4.5V4M8 20v-3.5l4-4.5 4 4.5V20",
  lamp: "M9 17.5h6M10 21h4M12 3a6.2 6.2 0 0 0-3.6 11.2c.6.5.9 1.1.9 1.8v1.5h5.4V16c0-.7.3-1.3.9-1.8A6.2 6.2 0 0 0 12 3z",
  key: "M4 15.5a4 4 0 1 0 8 0a4 4 0 1 0-8 0M11 12.5L19.5 4M16 7.5l3 3M13.5 10l2 2",
  last: "M6 5l7 7-7 7M17.5 5v14",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  list: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01",
  live: "M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M6.3 6.3a8 8 0 0 0 0 11.4M17.7 6.3a8 8 0 0 1 0 11.4",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  mute: "M4 9.5h3.5L12 5.5v13L7.5 14.5H4zM16 9.5l5 5M21 9.5l-5 5",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  people:
    "M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 19.5c.5-4 3-6 6.5-6s6 2 6.5 6M16 5.5a3.5 3.5 0 0 1 0 6.5M18.5 14c1.8.9 2.8 2.7 3 5.5",
  pin: "M9 4h6l-1 5.5 3 3.5H7l3-3.5zM12 13v7",
  play: "M8 5.5v13l10.5-6.5z",
  send: "M4.5 12L20 4.5 15.5 20l-4-6.5zM11.5 13.5L20 4.5",
  share: "M12 15V4M8 7.5L12 3.5l4 4M5 12.5V20h14v-7.5",
  shield: "M12 3.5l7.5 3v5c0 4.5-3 7.6-7.5 9-4.5-1.4-7.5-4.5-7.5-9v-5zM9 12l2.2 2.2L15.2 10",
  sound: "M4 9.5h3.5L12 5.5v13L7.5 14.5H4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
  sun: "M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4",
  table: "M3.5 9.5h17M5.5 9.5V19M18.5 9.5V19M8 9.5V6h8v3.5",
  take: "M12 4v11M8 11.5l4 4 4-4M5 19.5h14",
  text: "M5 6h14M5 11h14M5 16h9",
  turn: "M7 20V5M3.5 8.5L7 5l3.5 3.5M17 4v15M13.5 15.5L17 19l3.5-3.5",
  undo: "M9 7L4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2",
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  className?: string | undefined;
}

/** A sign. Beside words; where it stands alone the button around it has a label. */
export function Icon({ name, className }: { name: IconName } & IconProps) {
  return (
    <IconDrawing className={classes(name === "dots" && css.thick, className)}>
      <path d={PATHS[name]} />
    </IconDrawing>
  );
}

/** A sign of one's own, in lines of the same kind: 24 units wide and high. */
export function IconDrawing({ className, children }: { children: ReactNode } & IconProps) {
  return (
    <svg className={classes(css.icon, className)} viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}
