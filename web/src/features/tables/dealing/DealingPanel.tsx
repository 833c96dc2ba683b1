/** At a table that has not begun: the dealer's commitment, and the player's share of the chance. */

import { useState } from "react";
import { useAttempt } from "../../../client/useSubmit";
import { Button } from "../../../ui/Button";
import { Acts } from "../../../ui/ButtonRow";
import { Form, RefusalText, SubmitButton, TextField } from "../../../ui/Form";
import { Panel, PanelTitle } from "../../../ui/Panel";
import { text } from "../../../ui/text";
import { isolate } from "../../../ui/texts/isolate";
import { t } from "../../../ui/texts/page";
import type { Now } from "../feed";
import type { TableSetup } from "../useTableSetup";
import css from "./DealingPanel.module.css";
import { Fingerprint } from "./Fingerprint";
import { NotedLine } from "./NotedLine";
import { useNoted } from "./noted";
import { giveShare, LONGEST_SHARE, randomShare, useOwnWords } from "./shares";

/** `words` are those of a player who is about to sit down; `onWords` is null for others. */
export function DealingPanel(props: {
  setup: TableSetup;
  now: Now;
  words: string;
  onWords: ((words: string) => void) | null;
}) {
  const { setup, now, words, onWords } = props;
  const { table } = setup.at.rules;
  const commitment = now.commitment ?? "";
  const noted = useNoted(table);
  const [ownWords, setOwnWords] = useOwnWords(table);
  const given = now.contributed ?? [];
  const owes = setup.at.seats.find((seat) => given[seat] === false);
  const mine = Object.entries(noted?.shares ?? {}).filter(([seat]) => setup.at.seats.includes(Number(seat)));
  const names = now.seats.filter((_, seat) => given[seat]).map((seat) => isolate(seat.name));
  return (
    <Panel box className={css.dealing} data-dealing>
      <PanelTitle>{t("dealing.title")}</PanelTitle>
      <p className={text("soft", "small")}>{t("dealing.explained")}</p>
      <Fingerprint digits={commitment} />
      <NotedLine commitment={commitment} noted={noted} />
      {onWords && (
        <TextField
          label={t("dealing.words-sit")}
          value={words}
          maxLength={LONGEST_SHARE}
          autoComplete="off"
          onChange={onWords}
        />
      )}
      {owes !== undefined && ownWords && (
        <OwnWords onGive={(share) => giveShare(table, owes, share)} onRandom={() => setOwnWords(false)} />
      )}
      {mine.map(([seat, share]) => (
        <p key={seat} className={css.share}>
          <span className={text("soft", "small")}>{t("dealing.yours")}</span> <bdi data-share>{share}</bdi>
        </p>
      ))}
      {names.length > 0 && (
        <p className={text("soft", "small")}>{t("dealing.given-by", { names: names.join(", ") })}</p>
      )}
    </Panel>
  );
}

function OwnWords({ onGive, onRandom }: { onGive: (share: string) => Promise<void>; onRandom: () => void }) {
  const [words, setWords] = useState("");
  const [refusal, attempt] = useAttempt();
  return (
    <Form column onSubmit={() => attempt(() => onGive(words.trim() || randomShare()))}>
      <TextField
        label={t("dealing.your-words")}
        value={words}
        maxLength={LONGEST_SHARE}
        autoComplete="off"
        required
        onChange={setWords}
      />
      <RefusalText text={refusal} />
      <Acts>
        <SubmitButton look="primary" data-give-words>
          {t("dealing.add")}
        </SubmitButton>
        <Button onClick={onRandom}>{t("dealing.random-instead")}</Button>
      </Acts>
    </Form>
  );
}
