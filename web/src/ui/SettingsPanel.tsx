/** A panel of settings: a title over each, or one over all. */

import type { ComponentProps } from "react";
import { classes } from "./classes";
import { Panel, PanelTitle } from "./Panel";
import css from "./SettingsPanel.module.css";

export function SettingsPanel({ className, ...panel }: ComponentProps<"section">) {
  return <Panel box {...panel} className={classes(css.settings, className)} />;
}

export function SettingsTitle({ className, ...title }: ComponentProps<"h2">) {
  return <PanelTitle {...title} className={classes(css.title, className)} />;
}
