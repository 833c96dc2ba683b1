/** The two settings that are a tap away on every page. */

import { Icon } from "./Icon";
import { IconButton } from "./IconButton";
import css from "./SettingsButtons.module.css";
import { changeSettings, isDark, useSettings } from "./settings";
import { t } from "./texts/page";

export function ThemeButton({ className }: { className?: string | undefined }) {
  useSettings();
  return (
    <IconButton
      label={t("page.theme")}
      className={className}
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
      className={className}
      aria-pressed={sound}
      onClick={() => changeSettings({ sound: !sound })}
    />
  );
}
