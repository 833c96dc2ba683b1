/** In the profile: what other players may see and do. */

import { useState } from "react";
import { refreshMe, useMe } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import { classes } from "../../ui/classes";
import { Segments, segmentOptions } from "../../ui/Segments";
import { SettingsPanel, SettingsTitle } from "../../ui/SettingsPanel";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { changeMe } from "../people/requests";
import css from "./PrivacySettings.module.css";

const FROM = ["everybody", "followed", "nobody"] as const;

/** These settings belong to the account, and the server goes by them. */
export function PrivacySettings() {
  const kept = useMe()?.settings ?? {};
  const [chosen, setChosen] = useState<Record<string, string | boolean>>({});
  const [outcome, submit] = useSubmit();
  const settings = { ...kept, ...chosen };
  /** Shown at once, and taken back if the server refuses. */
  const save = (change: Record<string, string | boolean>) => {
    setChosen({ ...chosen, ...change });
    const back = (error: unknown) => {
      setChosen(chosen);
      throw error;
    };
    void submit(() => changeMe({ settings: change }).then(refreshMe, back), t("profile.saved"));
  };
  const from = FROM.find((each) => each === settings.challenges) ?? "everybody";
  return (
    <SettingsPanel data-company>
      <SettingsTitle>{t("privacy.title")}</SettingsTitle>
      <p className={text("small", "soft")}>{t("privacy.here-line")}</p>
      <Segments
        name="here"
        legend={t("privacy.here")}
        options={segmentOptions([true, t("privacy.shown")], [false, t("privacy.hidden")])}
        value={settings.here !== false}
        onChange={(here) => save({ here })}
      />
      <p className={classes(text("small", "soft"), css.second)}>{t("privacy.challenges-line")}</p>
      <Segments
        name="challenges"
        legend={t("privacy.challenges")}
        options={FROM.map((value) => ({ value, label: t(`privacy.${value}`) }))}
        value={from}
        onChange={(challenges) => save({ challenges })}
      />
      {outcome}
    </SettingsPanel>
  );
}
