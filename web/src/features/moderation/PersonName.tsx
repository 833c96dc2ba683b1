/** A name, and the menu that it opens. */

import { lazy, Suspense } from "react";
import { useMe } from "../../client/session";
import { classes } from "../../ui/classes";
import { slice } from "../../ui/state";
import { withTexts } from "../../ui/texts/page";
import type { MenuPerson } from "./PersonMenu";
import css from "./PersonName.module.css";

const PersonMenu = lazy(() => withTexts(import("./PersonMenu")).then((file) => ({ default: file.PersonMenu })));

// The menu belongs to the page and not to the touched line, which disappears when its writer is blocked.
const opened = slice<MenuPerson | null>("person menu", null);

/** The menu that a `PersonName` opens; once on the page. */
export function PersonMenuHost() {
  const who = opened.use();
  return (
    who && (
      <Suspense fallback={null}>
        <PersonMenu who={who} onClose={() => opened.set(null)} />
      </Suspense>
    )
  );
}

/** A name that opens the menu, unless it is the player's own. */
export function PersonName({ who, className }: { who: MenuPerson; className?: string | undefined }) {
  const own = useMe()?.person?.id === who.person;
  if (own || !who.person) return <bdi className={className}>{who.name}</bdi>;
  return (
    <button
      type="button"
      className={classes(css.name, className)}
      aria-haspopup="dialog"
      onClick={() => opened.set(who)}
    >
      <bdi>{who.name}</bdi>
    </button>
  );
}
