/** Going from page to page without loading it anew; back and forward do what people expect. */

import {
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { type Route, routeOf } from "./routes";

const listeners = new Set<() => void>();
const here = () => location.pathname + location.search;

function tell() {
  for (const listener of listeners) listener();
}
window.addEventListener("popstate", tell);

export function go(path: string, how: "push" | "replace" = "push"): void {
  if (path === here() && how === "push") return;
  if (how === "push") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  if (how === "push") window.scrollTo(0, 0);
  tell();
}

export function useAddress(): string {
  return useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, here);
}

export function useRoute(): Route {
  const address = useAddress();
  return useMemo(() => routeOf(address), [address]);
}

/** A link within the page. With a modifier or another button it does what links do. */
export function Link({
  to,
  children,
  ...more
}: { to: string; children: ReactNode } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    more.onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    go(to);
  }
  return (
    <a {...more} href={to} onClick={follow}>
      {children}
    </a>
  );
}

/** While something lies over the page, back closes it instead of leaving. */
export function useBackCloses(open: boolean, close: () => void): void {
  // Held, not depended on: to go back and forth for every new function would close what is open.
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    history.pushState({ over: true }, "");
    const back = () => latest.current();
    window.addEventListener("popstate", back);
    return () => {
      window.removeEventListener("popstate", back);
      if ((history.state as { over?: boolean } | null)?.over) history.back();
    };
  }, [open]);
}
