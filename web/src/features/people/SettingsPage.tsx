import type { ReactNode } from "react";
import { useMe } from "../../client/session";
import { Column, PageTitle } from "../../ui/Column";
import { useTitle } from "../../ui/hooks";
import { MoreLink } from "../../ui/MoreLink";
import { paths } from "../../ui/router";
import { Segments, segmentOptions } from "../../ui/Segments";
import { SettingsPanel, SettingsTitle } from "../../ui/SettingsPanel";
import { changeSettings, type Settings, useSettings } from "../../ui/settings";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { BlockedList } from "../moderation/BlockedList";
import { PushPanel } from "../push/PushPanel";
import { LanguageField } from "./LanguageField";

/** How this device shows and sounds; nothing of it leaves the device. */
export function SettingsPage() {
  useTitle(t("nav.settings"));
  const me = useMe();
  return (
    <PageFrame>
      <Column slim>
        <PageTitle>{t("nav.settings")}</PageTitle>
        <LanguageField />
        <p className={text("soft")}>{t("settings.line")}</p>
        <SettingsPanel>
          <SettingField name="theme" values={["system", "light", "dark"]} />
          <SettingsTitle>{t("settings.sound")}</SettingsTitle>
          <Segments
            name="sound"
            legend={t("settings.sound")}
            options={segmentOptions([true, t("settings.on")], [false, t("settings.off")])}
            value={useSettings().sound}
            onChange={(sound) => changeSettings({ sound })}
          />
          <SettingField name="motion" values={["system", "on", "off"]} />
          <SettingField name="confirm" values={["crowded", "always", "never"]}>
            <p className={text("small", "soft")}>{t("settings.confirm-line")}</p>
          </SettingField>
        </SettingsPanel>
        <PushPanel />
        <BlockedList />
        {me?.person?.kind === "account" && <MoreLink to={paths.profilePart("tokens")}>{t("settings.tokens")}</MoreLink>}
      </Column>
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
      <SettingsTitle>{t(`settings.${name}`)}</SettingsTitle>
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
