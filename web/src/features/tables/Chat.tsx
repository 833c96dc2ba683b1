import { useEffect, useRef, useState } from "react";
import { errorText } from "../../client/http";
import { requirePerson, useMayWrite } from "../../client/session";
import type { LogLine } from "../../contract";
import { classes } from "../../ui/classes";
import { Form, Input, RefusalText } from "../../ui/Form";
import { IconButton } from "../../ui/IconButton";
import { MoreLink } from "../../ui/MoreLink";
import { paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import { useBlocked } from "../moderation/blocks";
import { PersonName } from "../moderation/PersonName";
import css from "./Chat.module.css";
import type { NamedSitter } from "./feed";
import { sendChat } from "./requests";

const MOST = 500; // characters

const PLACES = {
  panel: { list: css.inPanel, say: css.sayInPanel, refusal: css.refusalInPanel, closed: css.closedInPanel },
  sheet: { list: css.inSheet, say: css.sayInSheet, refusal: undefined, closed: undefined },
  room: { list: css.inRoom, say: undefined, refusal: undefined, closed: undefined },
} as const;

interface ChatProps {
  place: keyof typeof PLACES;
  table: string;
  invite: string;
  viewer: number | null;
  lines: readonly LogLine[];
  seats: readonly NamedSitter[];
  catalogue: Catalogue;
}

/** What is said at the table, or among those who watch. */
export function Chat({ place, table, invite, viewer, lines, seats, catalogue }: ChatProps) {
  const list = useRef<HTMLDivElement>(null);
  const dress = PLACES[place];
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const blocked = useBlocked();
  const mayWrite = useMayWrite();
  const shown = lines
    .map((line, i) => ({ line, number: i + 1 }))
    .filter(
      ({ line }) => line.kind !== "step" && !line.hushed && !(line.kind === "said" && blocked.has(line.person ?? "")),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line scrolls into sight
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [shown.length]);
  async function send() {
    const said = text.trim();
    if (!said) return;
    setRefusal(null);
    setText("");
    try {
      await requirePerson();
      await sendChat(table, said, invite);
    } catch (error) {
      setRefusal(errorText(error));
      setText((typed) => (typed ? `${said} ${typed}` : said)); // nothing is lost, nor what was typed meanwhile
    }
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div className={classes(css.chat, dress.list)} ref={list} role="log" aria-label={t("chat.title")} tabIndex={0}>
        {shown.length === 0 && <p className={classes(css.line, css.house)}>{t("chat.nothing")}</p>}
        {shown.map(({ line, number }) => (
          <p key={number} className={classes(css.line, line.kind === "news" && css.house)}>
            {line.kind === "news" ? (
              line.words && render(catalogue, line.words)
            ) : (
              <>
                <b className={css.who}>
                  {line.seat != null && line.seat === viewer ? (
                    t("table.you")
                  ) : (
                    <PersonName
                      className={css.name}
                      who={{
                        person: line.person ?? "",
                        name: line.name || (seats[line.seat ?? 0]?.name ?? ""),
                        said: { text: line.text ?? "", table, seat: viewer, line: number, invite },
                      }}
                    />
                  )}
                </b>{" "}
                <bdi>{line.text}</bdi>
              </>
            )}
          </p>
        ))}
      </div>
      <RefusalText text={refusal} className={dress.refusal} />
      {mayWrite ? (
        <Form className={classes(css.say, dress.say)} onSubmit={() => void send()}>
          <Input
            className={css.words}
            aria-label={t(viewer === null ? "chat.to-gallery" : "chat.to-table")}
            placeholder={t("chat.kind")}
            value={text}
            maxLength={MOST}
            onChange={(event) => setText(event.target.value)}
          />
          <IconButton type="submit" icon="send" label={t("chat.send")} className={css.send} disabled={!text.trim()} />
        </Form>
      ) : (
        <p className={classes(css.closed, dress.closed)} data-closed>
          {t("chat.guests")}{" "}
          <MoreLink to={paths.signUp(paths.table(table, invite))} className={css.signUp}>
            {t("sign.up")}
          </MoreLink>
        </p>
      )}
    </>
  );
}
