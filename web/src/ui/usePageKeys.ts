import { useEffect, useRef } from "react";

// What has a use of its own for these keys: fields, and the board while it is played by keys.
const TAKEN = "input, textarea, select, button, a, dialog, [role=tablist], [role=menu]";

/** Keys that a page has while it is open. Those that the board or a field uses are theirs. */
export function usePageKeys(keys: readonly (readonly [key: string, act: () => unknown])[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const act = latest.current.find(([key]) => key === event.key)?.[1];
      if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(TAKEN)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}
