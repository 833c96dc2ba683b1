import { useEffect, useState } from "react";
import { useSubmit } from "../../../client/useSubmit";
import type { WordLine } from "../../../contract";
import { Button } from "../../../ui/Button";
import { Chip } from "../../../ui/Chip";
import { Select } from "../../../ui/Form";
import { useFetched } from "../../../ui/hooks";
import { Icon } from "../../../ui/Icon";
import { IconButton } from "../../../ui/IconButton";
import { text } from "../../../ui/text";
import { isolate } from "../../../ui/texts/isolate";
import { t } from "../../../ui/texts/page";
import { listWords, putWords } from "../requests";
import { ConsolePanel, LoadingText } from "./ConsolePanel";
import { LineForm, LineInput } from "./Forms";
import css from "./WordsTab.module.css";

/** The words that are masked or refused in chats and names. Moderators see them, hosts change them. */
export function WordsTab({ host }: { host: boolean }) {
  const [kept, error] = useFetched(listWords, []);
  const [list, setList] = useState<WordLine[] | null>(null);
  const [word, setWord] = useState("");
  const [how, setHow] = useState<WordLine["how"]>("mask");
  const [outcome, submit] = useSubmit();
  useEffect(() => setList(kept?.words ?? null), [kept]);
  if (!list) return <LoadingText error={error} />;
  const keep = (wanted: WordLine[]) =>
    submit(() => putWords(wanted).then((now) => [setList(now.words), setWord("")]), t("word-filter.saved"));
  function add() {
    const fresh = word.trim().toLowerCase();
    return keep([...(list ?? []).filter((each) => each.word !== fresh), { word: fresh, how }]);
  }
  return (
    <ConsolePanel>
      <p className={text("soft", "small")}>{t("word-filter.line")}</p>
      {outcome}
      {host ? (
        <LineForm onSubmit={add}>
          <LineInput
            required
            maxLength={40}
            aria-label={t("word-filter.word")}
            placeholder={t("word-filter.word")}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
          <Select
            className={css.how}
            aria-label={t("word-filter.how")}
            value={how}
            onChange={(event) => setHow(event.target.value as WordLine["how"])}
          >
            <option value="mask">{t("word-filter.mask")}</option>
            <option value="refuse">{t("word-filter.refuse")}</option>
          </Select>
          <Button type="submit" look="primary">
            {t("word-filter.add")}
          </Button>
        </LineForm>
      ) : (
        <p>{t("word-filter.hosts")}</p>
      )}
      {list.length === 0 && <p className={css.none}>{t("word-filter.none")}</p>}
      <ul className={css.words}>
        {list.map((each) => (
          <Chip as="li" key={each.word} className={css.chip}>
            <bdi className={css.word}>{each.word}</bdi>
            <small className={text("soft")}>
              {t(each.how === "mask" ? "word-filter.masked" : "word-filter.refused")}
            </small>
            {host && (
              <IconButton
                label={t("word-filter.remove", { word: isolate(each.word) })}
                onClick={() => keep(list.filter((other) => other !== each))}
              >
                <Icon name="close" className={css.remove} />
              </IconButton>
            )}
          </Chip>
        ))}
      </ul>
    </ConsolePanel>
  );
}
