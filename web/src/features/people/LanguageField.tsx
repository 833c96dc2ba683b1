/** In which language the page speaks and letters are written. Every language goes by its own name. */

import { changeLanguage } from "../../client/language";
import { useHasAccount } from "../../client/session";
import { useAttempt } from "../../client/useSubmit";
import { RefusalText } from "../../ui/Form";
import { Segments } from "../../ui/Segments";
import { SettingsPanel, SettingsTitle } from "../../ui/SettingsPanel";
import { text } from "../../ui/text";
import { LANGUAGES, language, nameOfLanguage } from "../../ui/texts/language";
import { t } from "../../ui/texts/page";

export function LanguageField() {
  const account = useHasAccount();
  const [refusal, attempt] = useAttempt();
  return (
    <SettingsPanel>
      <SettingsTitle>{t("settings.language")}</SettingsTitle>
      <p className={text("small", "soft")}>{t(account ? "settings.language-account" : "settings.language-device")}</p>
      <Segments
        name="language"
        legend={t("settings.language")}
        options={LANGUAGES.map((code) => ({ value: code, label: nameOfLanguage(code) }))}
        value={language()}
        onChange={(chosen) => void attempt(() => changeLanguage(chosen, account))}
      />
      <RefusalText text={refusal} />
    </SettingsPanel>
  );
}
