/** Hooks that any page may need. */

import { useEffect, useRef, useState } from "react";
import { useHouse } from "./house";
import { slice } from "./state";
import { t } from "./texts/page";

/** Whether the window is so, now and whenever it changes. */
function windowIs(name: string, condition: string) {
  const asked = () => window.matchMedia(condition);
  return slice<boolean>(
    name,
    () => asked().matches,
    (self) => {
      const query = asked();
      const look = () => self.set(query.matches);
      look(); // it may have changed since the first component was drawn
      query.addEventListener("change", look);
      return () => query.removeEventListener("change", look);
    },
  );
}

const phone = windowIs("phone", "(max-width: 760px)");
const onItsSide = windowIs("phone on its side", "(min-width: 761px) and (max-height: 560px)");

export const usePhone = () => phone.use();
export const useOnItsSide = () => onItsSide.use();

/** The time, read again every so many milliseconds. */
export function useNow(every = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** The title of the page, before the house's name, while the component is shown; null: the house's name alone. */
export function useTitle(name: string | null): void {
  const house = useHouse().name;
  useEffect(() => {
    document.title = name === null ? house : t("page.named", { name, house });
  }, [name, house]);
}

/** Fetched once, and again when `deps` change: the value, the error, and a function that fetches again. */
export function useFetched<T>(load: () => Promise<T>, deps: readonly unknown[]): [T | null, Error | null, () => void] {
  const [held, setHeld] = useState<{ value: T | null; error: Error | null }>({ value: null, error: null });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what it depends on
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

/** The value, or the last one that was there, so that nothing flickers while the next is on its way. */
export function useLastKnown<T>(value: T | null): T | null {
  const last = useRef<T | null>(null);
  if (value) last.current = value;
  return last.current;
}
