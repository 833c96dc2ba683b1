import { useEffect, useState } from "react";
import { errorText } from "../../../client/http";
import { useSubmit } from "../../../client/useSubmit";
import type { WordLine } from "../../../contract";
import { Form } from "../../../ui/Form";
import { useFetched } from "../../../ui/hooks";
import { Icon } from "../../../ui/Icon";
import { isolate } from "../../../ui/texts/isolate";
import { t } from "../../../ui/texts/page";
import { listWords, putWords } from "../requests";

/** The words that are masked or refused in chats and names. Moderators see them, hosts change them. */
export function WordsTab({ host }: { host: boolean }) {
  const [kept, error] = useFetched(listWords, []);
  const [list, setList] = useState<WordLine[] | null>(null);
  const [word, setWord] = useState("");
  const [how, setHow] = useState<WordLine["how"]>("mask");
  const [outcome, submit] = useSubmit();
  useEffect(() => setList(kept?.words ?? null), [kept]);
  if (!list) return <p className="soft">{error ? errorText(error) : t("page.loading")}</p>;
  const keep = (wanted: WordLine[]) =>
    submit(() => putWords(wanted).then((now) => [setList(now.words), setWord("")]), t("words.saved"));
  function add() {
    const fresh = word.trim().toLowerCase();
    return keep([...(list ?? []).filter((each) => each.word !== fresh), { word: fresh, how }]);
  }
  return (
    <section className="panel box">
      <p className="soft small">{t("words.line")}</p>
      {outcome}
      {host ? (
        <Form className="because" onSubmit={add}>
          <input
            className="field"
            required
            maxLength={40}
            aria-label={t("words.word")}
            placeholder={t("words.word")}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
          <select
            className="field"
            aria-label={t("words.how")}
            value={how}
            onChange={(event) => setHow(event.target.value as WordLine["how"])}
          >
            <option value="mask">{t("words.mask")}</option>
            <option value="refuse">{t("words.refuse")}</option>
          </select>
          <button type="submit" className="btn primary">
            {t("words.add")}
          </button>
        </Form>
      ) : (
        <p>{t("words.hosts")}</p>
      )}
      {list.length === 0 && <p className="empty-line">{t("words.none")}</p>}
      <ul className="words">
        {list.map((each) => (
          <li key={each.word} className="chip">
            <bdi>{each.word}</bdi>
            <small className="soft">{t(each.how === "mask" ? "words.masked" : "words.refused")}</small>
            {host && (
              <button
                type="button"
                className="icon"
                aria-label={t("words.remove", { word: isolate(each.word) })}
                onClick={() => keep(list.filter((other) => other !== each))}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
