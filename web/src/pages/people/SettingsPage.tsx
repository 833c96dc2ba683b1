import { Frame } from "../../parts/Frame";
import { Segments, useTitle } from "../../parts/small";
import { change, useSettings } from "../../settings";
import { t } from "../../texts/page";
import { BlockedList } from "../neighbours/BlockedList";
import "./people.css";

/** How this device shows and sounds; nothing of it leaves the device. */
export function SettingsPage() {
  useTitle(t("page.named", { name: t("nav.settings") }));
  const settings = useSettings();
  return (
    <Frame>
      <div className="slim">
        <h1 className="show">{t("nav.settings")}</h1>
        <p className="soft">{t("settings.line")}</p>
        <section className="panel box settings">
          <h2>{t("settings.theme")}</h2>
          <Segments
            name="theme"
            legend={t("settings.theme")}
            ways={[
              { value: "system", label: t("settings.system") },
              { value: "light", label: t("settings.light") },
              { value: "dark", label: t("settings.dark") },
            ]}
            value={settings.theme}
            onChange={(theme) => change({ theme: theme as typeof settings.theme })}
          />
          <h2>{t("settings.sound")}</h2>
          <Segments
            name="sound"
            legend={t("settings.sound")}
            ways={[
              { value: true, label: t("settings.on") },
              { value: false, label: t("settings.off") },
            ]}
            value={settings.sound}
            onChange={(sound) => change({ sound })}
          />
          <h2>{t("settings.motion")}</h2>
          <Segments
            name="motion"
            legend={t("settings.motion")}
            ways={[
              { value: "system", label: t("settings.system") },
              { value: "on", label: t("settings.on") },
              { value: "off", label: t("settings.off") },
            ]}
            value={settings.motion}
            onChange={(motion) => change({ motion: motion as typeof settings.motion })}
          />
          <h2>{t("settings.confirm")}</h2>
          <p className="small soft">{t("settings.confirm-line")}</p>
          <Segments
            name="confirm"
            legend={t("settings.confirm")}
            ways={[
              { value: "crowded", label: t("settings.crowded") },
              { value: "always", label: t("settings.always") },
              { value: "never", label: t("settings.never") },
            ]}
            value={settings.confirm}
            onChange={(confirm) => change({ confirm: confirm as typeof settings.confirm })}
          />
        </section>
        <BlockedList />
      </div>
    </Frame>
  );
}
