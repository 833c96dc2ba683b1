import { useEffect, useRef, useState } from "react";
import { errorText } from "../../client/http";
import { requirePerson, useMayWrite, useMe } from "../../client/session";
import { classes } from "../../ui/classes";
import { Form, Input, RefusalText } from "../../ui/Form";
import { clockTimeText } from "../../ui/format";
import { IconButton } from "../../ui/IconButton";
import { MoreLink } from "../../ui/MoreLink";
import { paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { useBlocked } from "../moderation/blocks";
import { PersonMenuHost, PersonName } from "../moderation/PersonName";
import { sayThere } from "./requests";
import css from "./Talk.module.css";
import { useTalk } from "./talk";

const MOST = 500; // characters

interface TalkProps {
  place: string;
  title: string; // of what was said
  label: string; // of the field
  shown?: number; // remarks; left out: all, in a list that scrolls
  next: string; // where to come back to after signing up
  present?: boolean; // this is its own page: whoever has it open is there
}

/** A conversation: what was said, and a field to say something. */
export function Talk({ place, title, label, shown, next, present = false }: TalkProps) {
  const { remarks, fresh, refusal: closed } = useTalk(place, present);
  const me = useMe()?.person?.id ?? null;
  const blocked = useBlocked();
  const mayWrite = useMayWrite();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const heard = remarks.filter((one) => one.text && !blocked.has(one.person)).slice(shown ? -shown : 0);
  const last = heard.at(-1)?.number;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line scrolls into sight
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [last]);
  async function send() {
    const said = text.trim();
    if (!said) return;
    setRefusal(null);
    setText("");
    try {
      await requirePerson();
      await sayThere(place, said);
    } catch (error) {
      setRefusal(errorText(error));
      setText((typed) => (typed ? `${said} ${typed}` : said)); // nothing is lost, nor what was typed meanwhile
    }
  }
  if (closed !== null) return <p className={css.none}>{closed}</p>;
  return (
    <>
      <PersonMenuHost />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div className={classes(css.list, !shown && css.scrolls)} ref={list} role="log" aria-label={title} tabIndex={0}>
        {heard.length === 0 && <p className={css.none}>{t(fresh ? "talk.nothing" : "page.loading")}</p>}
        {heard.map((one) => (
          <p key={one.number} className={css.line} data-remark={one.number}>
            <b className={css.who}>
              {one.person === me ? (
                t("table.you")
              ) : (
                <PersonName
                  className={css.name}
                  who={{
                    person: one.person,
                    name: one.name,
                    remark: { text: one.text ?? "", place, number: one.number },
                  }}
                />
              )}
            </b>{" "}
            <bdi>{one.text}</bdi>{" "}
            <time className={css.when} dateTime={new Date(one.at).toISOString()}>
              {clockTimeText(one.at)}
            </time>
          </p>
        ))}
      </div>
      <RefusalText text={refusal} className={css.refusal} />
      {mayWrite ? (
        <Form className={css.say} onSubmit={() => void send()}>
          <Input
            className={css.words}
            aria-label={label}
            placeholder={label}
            value={text}
            maxLength={MOST}
            onChange={(event) => setText(event.target.value)}
          />
          <IconButton type="submit" icon="send" label={t("chat.send")} className={css.send} disabled={!text.trim()} />
        </Form>
      ) : (
        <p className={css.none} data-closed>
          {t("chat.guests")} <MoreLink to={paths.signUp(next)}>{t("sign.up")}</MoreLink>
        </p>
      )}
    </>
  );
}
