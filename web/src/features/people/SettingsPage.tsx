import type { ReactNode } from "react";
import { useTitle } from "../../ui/hooks";
import { Segments, segmentOptions } from "../../ui/Segments";
import { changeSettings, type Settings, useSettings } from "../../ui/settings";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { BlockedList } from "../moderation/BlockedList";
import "./people.css";

/** How this device shows and sounds; nothing of it leaves the device. */
export function SettingsPage() {
  useTitle(t("page.named", { name: t("nav.settings") }));
  return (
    <PageFrame>
      <div className="slim">
        <h1 className="show">{t("nav.settings")}</h1>
        <p className="soft">{t("settings.line")}</p>
        <section className="panel box settings">
          <SettingField name="theme" values={["system", "light", "dark"]} />
          <h2>{t("settings.sound")}</h2>
          <Segments
            name="sound"
            legend={t("settings.sound")}
            options={segmentOptions([true, t("settings.on")], [false, t("settings.off")])}
            value={useSettings().sound}
            onChange={(sound) => changeSettings({ sound })}
          />
          <SettingField name="motion" values={["system", "on", "off"]} />
          <SettingField name="confirm" values={["crowded", "always", "never"]}>
            <p className="small soft">{t("settings.confirm-line")}</p>
          </SettingField>
        </section>
        <BlockedList />
      </div>
    </PageFrame>
  );
}

function SettingField<Name extends "theme" | "motion" | "confirm">(props: {
  name: Name;
  values: (Settings[Name] & ("system" | "light" | "dark" | "on" | "off" | "crowded" | "always" | "never"))[];
  children?: ReactNode;
}) {
  const { name, values, children } = props;
  return (
    <>
      <h2>{t(`settings.${name}`)}</h2>
      {children}
      <Segments
        name={name}
        legend={t(`settings.${name}`)}
        options={values.map((value) => ({ value, label: t(`settings.${value}`) }))}
        value={useSettings()[name]}
        onChange={(value) => changeSettings({ [name]: value })}
      />
    </>
  );
}
