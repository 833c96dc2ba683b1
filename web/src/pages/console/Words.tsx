import { type FormEvent, useEffect, useState } from "react";
import { putWords, type Word, words } from "../../api/moderation";
import { Icon } from "../../parts/Icon";
import { useFetched } from "../../parts/small";
import { isolate } from "../../texts/isolate";
import { t } from "../../texts/page";
import { useAttempt } from "../people/attempt";

/** The words that the host does not want to read here. Moderators see them, hosts change them. */
export function Words({ host }: { host: boolean }) {
  const [kept, error] = useFetched(words, []);
  const [list, setList] = useState<Word[] | null>(null);
  const [word, setWord] = useState("");
  const [how, setHow] = useState<Word["how"]>("mask");
  const [said, attempt] = useAttempt();
  useEffect(() => setList(kept?.words ?? null), [kept]);
  if (!list) return <p className="soft">{error ? error.message : t("page.loading")}</p>;
  const keep = (wanted: Word[]) =>
    attempt(() => putWords(wanted).then((now) => [setList(now.words), setWord("")]), t("words.saved"));
  function add(event: FormEvent) {
    event.preventDefault();
    const fresh = word.trim().toLowerCase();
    void keep([...(list ?? []).filter((each) => each.word !== fresh), { word: fresh, how }]);
  }
  return (
    <section className="panel box">
      <p className="soft small">{t("words.line")}</p>
      {said}
      {host ? (
        <form className="because" onSubmit={add}>
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
            onChange={(event) => setHow(event.target.value as Word["how"])}
          >
            <option value="mask">{t("words.mask")}</option>
            <option value="refuse">{t("words.refuse")}</option>
          </select>
          <button type="submit" className="btn primary">
            {t("words.add")}
          </button>
        </form>
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
