/** Small parts that several pages share. */

import { type ReactNode, useEffect, useState } from "react";
import { t } from "../texts/page";
import { toggleTheme } from "./theme";

const PATHS = {
  undo: "M9 7L4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2",
  flag: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  draw: "M5 9.5h14M5 14.5h14",
  list: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01",
  book: "M12 6.5C10 5 7.5 4.5 4 4.5v13.5c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4.5c-3.5 0-6 .5-8 2zM12 6.5V20",
  people:
    "M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 19.5c.5-4 3-6 6.5-6s6 2 6.5 6M16 5.5a3.5 3.5 0 0 1 0 6.5M18.5 14c1.8.9 2.8 2.7 3 5.5",
  text: "M5 6h14M5 11h14M5 16h9",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  sun: "M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg className={`i ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="brand">
      <svg viewBox="0 0 26 30" aria-hidden="true">
        <path d="M2 29V13a11 11 0 0 1 22 0v16z" fill="var(--accent)" />
        <path
          d="M13 7.2a3.7 3.7 0 0 1 2.2 6.7h1.5v2.1h-1.5c.2 3.3 1.4 5.2 3 6.7V25H7.8v-2.3c1.6-1.5 2.8-3.4 3-6.7H9.3v-2.1h1.5A3.7 3.7 0 0 1 13 7.2z"
          fill="var(--ground)"
        />
      </svg>
      {t("page.title")}
    </span>
  );
}

export function ThemeButton() {
  return (
    <button type="button" className="icon" aria-label={t("page.theme")} onClick={toggleTheme}>
      <Icon name="moon" className="to-dark" />
      <Icon name="sun" className="to-light" />
    </button>
  );
}

/** A game's small emblem: its first letter on its accent. */
export function Emblem({ title }: { title: string }) {
  return (
    <span className="glyph" aria-hidden="true">
      {title.replace(/^The /, "").charAt(0)}
    </span>
  );
}

export interface Way<T> {
  value: T;
  label: string;
}

/** One of a few, drawn as one object. */
export function Segments<T extends string | number | boolean>(props: {
  name: string;
  legend: string;
  ways: Way<T>[];
  value: T;
  onChange: (value: T) => void;
}) {
  return (
    <fieldset className="seg" aria-label={props.legend}>
      {props.ways.map((way) => (
        <label key={String(way.value)}>
          <input
            type="radio"
            name={props.name}
            checked={way.value === props.value}
            onChange={() => props.onChange(way.value)}
          />
          <span>{way.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A button that asks once more before it does something that cannot be taken back. */
export function AskTwice(props: { className: string; label: string; onDo: () => void; children?: ReactNode }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(false), 4000);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <button
      type="button"
      className={props.className}
      onClick={() => {
        if (asked) props.onDo();
        setAsked(!asked);
      }}
    >
      {props.children}
      {asked ? t("table.sure", { what: props.label }) : props.label}
    </button>
  );
}

export function usePhone(): boolean {
  const query = "(max-width: 760px)";
  const [phone, setPhone] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const list = window.matchMedia(query);
    const change = () => setPhone(list.matches);
    list.addEventListener("change", change);
    return () => list.removeEventListener("change", change);
  }, []);
  return phone;
}
