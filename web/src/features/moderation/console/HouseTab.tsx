/** How the house is called and looks, and what is pinned up in it. Moderators see it, hosts change it. */

import { useEffect, useState } from "react";
import { useSubmit } from "../../../client/useSubmit";
import type { ClubShown, ClubWish } from "../../../contract";
import { Button } from "../../../ui/Button";
import { CheckBox, Form, HelpedField, Labelled, SubmitButton, TextField } from "../../../ui/Form";
import { useFetched } from "../../../ui/hooks";
import { Segments } from "../../../ui/Segments";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { keepClub } from "../../club/club";
import { clubNow, describeClub, putEmblem, removeEmblem } from "../../club/requests";
import { ConsoleActs, ConsolePanel, LoadingText } from "./ConsolePanel";
import css from "./HouseTab.module.css";

const ACCENTS = ["", "brick", "moss", "sea", "plum", "slate", "ochre", "rose", "ink"] as const;

/** A file's bytes as base64. */
export async function asText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

const wishOf = (club: ClubShown): Required<ClubWish> => ({
  name: club.named ? club.name : "",
  short: club.named && club.short !== club.name ? club.short : "",
  accent: club.accent,
  notice: club.notice,
  common_room: club.common_room,
});

export function HouseTab({ host }: { host: boolean }) {
  const [kept, error] = useFetched(clubNow, []);
  const [club, setClub] = useState<ClubShown | null>(null);
  const [wish, setWish] = useState<Required<ClubWish> | null>(null);
  const [outcome, submit] = useSubmit();
  useEffect(() => {
    setClub(kept);
    setWish(kept && wishOf(kept));
  }, [kept]);
  if (!club || !wish) return <LoadingText error={error} />;
  const becomes = (now: ClubShown) => {
    keepClub(now);
    setClub(now);
  };
  const change = (part: Partial<ClubWish>) => setWish({ ...wish, ...part });
  const save = () => submit(() => describeClub(wish).then(becomes), t("club-console.saved"));
  const upload = (file: File | undefined) =>
    file && submit(() => asText(file).then(putEmblem).then(becomes), t("club-console.emblem-saved"));
  if (!host)
    return (
      <ConsolePanel title={club.name}>
        <p>{club.notice || t("club-console.no-notice")}</p>
        <p className={text("soft")}>{t("club-console.hosts")}</p>
      </ConsolePanel>
    );
  return (
    <>
      <ConsolePanel title={t("club-console.name")}>
        {outcome}
        <Form column onSubmit={save}>
          <TextField
            label={t("club-console.whole-name")}
            placeholder="Parlour"
            value={wish.name}
            maxLength={28}
            onChange={(name) => change({ name })}
          />
          <TextField
            label={t("club-console.short-name")}
            value={wish.short}
            maxLength={14}
            onChange={(short) => change({ short })}
          />
          <HelpedField help={t("club-console.accent")}>
            <Segments
              className={css.accents}
              name="accent"
              legend={t("club-console.accent")}
              options={ACCENTS.map((value) => ({ value, label: t(`club-console.accent-${value || "usual"}`) }))}
              value={wish.accent}
              onChange={(accent) => change({ accent })}
            />
          </HelpedField>
          <TextField
            label={t("club-console.notice")}
            value={wish.notice}
            maxLength={120}
            onChange={(notice) => change({ notice })}
          />
          <CheckBox checked={wish.common_room} onChange={(common_room) => change({ common_room })}>
            {t("club-console.common-room")}
          </CheckBox>
          <SubmitButton look="primary">{t("profile.save")}</SubmitButton>
        </Form>
      </ConsolePanel>
      <ConsolePanel title={t("club-console.emblem")}>
        <p className={text("small", "soft")}>{t("club-console.emblem-line")}</p>
        {club.emblem && <img className={css.emblem} src={club.emblem} alt={t("club-console.emblem")} />}
        <Labelled label={t("club-console.emblem-file")}>
          <input
            type="file"
            accept="image/svg+xml,image/png"
            className={css.file}
            onChange={({ target }) => {
              void upload(target.files?.[0]);
              target.value = ""; // the same file, mended, is one to be chosen again
            }}
          />
        </Labelled>
        {club.emblem && (
          <ConsoleActs>
            <Button onClick={() => submit(() => removeEmblem().then(becomes), t("club-console.saved"))}>
              {t("club-console.emblem-remove")}
            </Button>
          </ConsoleActs>
        )}
      </ConsolePanel>
    </>
  );
}
