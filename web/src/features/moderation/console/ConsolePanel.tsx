/** What the console's tabs have in common. */

import type { ReactNode } from "react";
import { errorText } from "../../../client/http";
import { Acts } from "../../../ui/ButtonRow";
import { RefusalText } from "../../../ui/Form";
import { Panel } from "../../../ui/Panel";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import css from "./ConsolePanel.module.css";

/** The class alone, for a panel that is a form. */
export const consolePanelClass = css.panel;

/** A panel whose parts stand one below the other. */
export function ConsolePanel(props: { title?: ReactNode; children: ReactNode }) {
  return <Panel box className={css.panel} {...props} />;
}

export function ConsoleActs({ children }: { children: ReactNode }) {
  return <Acts className={css.acts}>{children}</Acts>;
}

/** In place of what is not loaded yet, or could not be. */
export function LoadingText({ error }: { error: Error | null }) {
  return error ? <RefusalText text={errorText(error)} /> : <p className={text("soft")}>{t("page.loading")}</p>;
}
