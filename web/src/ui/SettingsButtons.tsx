/** The two settings that are a tap away on every page. */

import { classes } from "./classes";
import { Icon } from "./Icon";
import { IconButton } from "./IconButton";
import { old } from "./old";
import css from "./SettingsButtons.module.css";
import { changeSettings, isDark, useSettings } from "./settings";
import { t } from "./texts/page";

export function ThemeButton({ className }: { className?: string | undefined }) {
  useSettings();
  return (
    <IconButton
      label={t("page.theme")}
      className={classes(old("icon"), className)}
      onClick={() => changeSettings({ theme: isDark() ? "light" : "dark" })}
    >
      <Icon name="moon" className={css.toDark} />
      <Icon name="sun" className={css.toLight} />
    </IconButton>
  );
}

export function SoundButton({ className }: { className?: string | undefined }) {
  const { sound } = useSettings();
  return (
    <IconButton
      icon={sound ? "sound" : "mute"}
      label={t("page.sound")}
      className={classes(old("icon"), className)}
      aria-pressed={sound}
      onClick={() => changeSettings({ sound: !sound })}
    />
  );
}
