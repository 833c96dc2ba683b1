import { useState } from "react";
import { useSubmit } from "../../client/useSubmit";
import { CheckBox, CheckList, SubmitButton } from "../../ui/Form";
import { useFetched } from "../../ui/hooks";
import { Segments, segmentOptions } from "../../ui/Segments";
import { SettingsPanel, SettingsTitle } from "../../ui/SettingsPanel";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { useGames } from "../games/games";
import { beListed, beListedNoMore, listMembers } from "./requests";

/** In the profile: whether one is listed among the members, and with which games. */
export function MembershipSettings() {
  const { games } = useGames();
  const [page] = useFetched(() => listMembers(null), []);
  const [chosen, choose] = useState<{ listed: boolean; games: string[] } | null>(null);
  const [outcome, submit] = useSubmit();
  const kept = { listed: page?.mine != null, games: page?.mine?.games ?? [] };
  const { listed, games: asked } = chosen ?? kept;
  const save = (wish: { listed: boolean; games: string[] }) => {
    choose(wish);
    const sent = () => (wish.listed ? beListed(wish.games) : beListedNoMore());
    return submit(sent, t("profile.saved")).then((done) => done || choose(null));
  };
  if (!page) return null;
  return (
    <SettingsPanel data-membership>
      <SettingsTitle>{t("members.title")}</SettingsTitle>
      <p className={text("small", "soft")}>{t("members.settings-line")}</p>
      <Segments
        name="listed"
        legend={t("members.title")}
        options={segmentOptions([true, t("members.listed")], [false, t("members.unlisted")])}
        value={listed}
        onChange={(wish) => void save({ listed: wish, games: asked })}
      />
      {listed && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save({ listed, games: asked });
          }}
        >
          <CheckList legend={t("members.which")}>
            {games?.map(({ name, title }) => (
              <CheckBox
                key={name}
                checked={asked.includes(name)}
                onChange={(on) =>
                  choose({ listed, games: on ? [...asked, name] : asked.filter((other) => other !== name) })
                }
              >
                {title}
              </CheckBox>
            ))}
          </CheckList>
          <SubmitButton>{t("profile.save")}</SubmitButton>
        </form>
      )}
      {outcome}
    </SettingsPanel>
  );
}
