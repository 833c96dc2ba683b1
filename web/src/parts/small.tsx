/** Small parts that several pages share. */

import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { qrCode } from "../api/games";
import { change, isDark, useSettings } from "../settings";
import { emblemOf, glyphOf, wideOf } from "../skins";
import { t } from "../texts/page";
import { Icon } from "./Icon";

export function ThemeButton() {
  const label = t("page.theme");
  useSettings();
  return (
    <button
      type="button"
      className="icon"
      aria-label={label}
      onClick={() => change({ theme: isDark() ? "light" : "dark" })}
    >
      <Icon name="moon" className="to-dark" />
      <Icon name="sun" className="to-light" />
    </button>
  );
}

export function SoundButton() {
  const { sound } = useSettings();
  return (
    <button
      type="button"
      className="icon"
      aria-label={t("page.sound")}
      aria-pressed={sound}
      onClick={() => change({ sound: !sound })}
    >
      <Icon name={sound ? "sound" : "mute"} />
    </button>
  );
}

/** A game's small sign on its accent; without one, its first letter. */
export function Glyph({ game, title, small = false }: { game: string; title: string; small?: boolean }) {
  const sign = glyphOf(game);
  return (
    <span className={small ? "glyph sm" : "glyph"} data-game={game} aria-hidden="true">
      {sign ? <i style={{ maskImage: `url("${sign}")` }} /> : title.replace(/^The /, "").charAt(0)}
    </span>
  );
}

/** The picture on a game's card; a game that brings none has its first letter, large. */
export function Emblem({ game, title }: { game: string; title: string }) {
  const picture = emblemOf(game);
  return picture ? (
    <img className="emblem" src={picture} alt="" width={240} height={168} />
  ) : (
    <span className="emblem letter" aria-hidden="true">
      {title.replace(/^The /, "").charAt(0)}
    </span>
  );
}

/** At the head of a game's page: its wide picture, or else the one on its card. */
export function HeadPicture({ game, title }: { game: string; title: string }) {
  const wide = wideOf(game);
  return wide ? (
    <img className="wide" src={wide} alt="" width={720} height={300} />
  ) : (
    <Emblem game={game} title={title} />
  );
}

export interface Way<T> {
  value: T;
  label: string;
  more?: string; // a second, smaller line
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
          <span>
            {way.label}
            {way.more && <small>{way.more}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A button that asks once more before it does something that cannot be taken back. */
export function AskTwice(props: {
  className: string;
  label: string;
  sure?: string;
  disabled?: boolean;
  onDo: () => void;
  children?: ReactNode;
}) {
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
      disabled={props.disabled}
      onClick={() => {
        if (asked) props.onDo();
        setAsked(!asked);
      }}
    >
      {props.children}
      {asked ? (props.sure ?? t("table.sure", { what: props.label })) : props.label}
    </button>
  );
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => window.matchMedia(query).matches,
  );
}

export const usePhone = () => useMedia("(max-width: 760px)");

/** A link to be given to somebody else: by hand, by the system's own way of sharing, or by a phone's camera. */
export function ShareLink({ link, label, qr = true }: { link: string; label: string; qr?: boolean }) {
  const [copied, setCopied] = useState(false);
  // Over plain http there is no clipboard to write to; then the link can be marked and copied by hand.
  const may = typeof navigator.clipboard?.writeText === "function";
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="share">
      {qr && <img className="qr" src={qrCode(link)} alt={t("share.qr")} width={128} height={128} />}
      <input className="field" readOnly value={link} aria-label={label} onFocus={(event) => event.target.select()} />
      {may && (
        <button type="button" className="btn" onClick={copy}>
          <Icon name="copy" />
          {copied ? t("share.copied") : t("share.copy")}
        </button>
      )}
    </div>
  );
}

/** The page's title, for as long as this is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Something that is fetched once and again when what it depends on changes. */
export function useFetched<T>(load: () => Promise<T>, deps: readonly unknown[]): [T | null, Error | null, () => void] {
  const [held, setHeld] = useState<{ value: T | null; error: Error | null }>({ value: null, error: null });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever calls says what it depends on
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setHeld({ value, error: null }),
      (error: Error) => current && setHeld((was) => ({ ...was, error })),
    );
    return () => {
      current = false;
    };
  }, [...deps, tries]);
  return [held.value, held.error, () => setTries((n) => n + 1)];
}
