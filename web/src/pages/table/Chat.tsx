import { type FormEvent, useEffect, useRef, useState } from "react";
import { useBlocked } from "../../blocks";
import { sayAt } from "../../live";
import type { Line, Sitter } from "../../live/feed";
import { someone, useMayWrite } from "../../me";
import { Icon } from "../../parts/Icon";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { type Catalogue, render } from "../../texts/render";
import { Name } from "../neighbours/About";
import { sentence } from "../playing";

const MOST = 500; // characters

interface ChatProps {
  table: string;
  invite: string;
  viewer: number | null;
  lines: readonly Line[];
  seats: readonly Sitter[];
  catalogue: Catalogue;
}

/** What is said at the table, or among those who watch. */
export function Chat({ table, invite, viewer, lines, seats, catalogue }: ChatProps) {
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const blocked = useBlocked();
  const mayWrite = useMayWrite();
  const told = lines
    .map((line, i) => ({ line, number: i + 1 }))
    .filter(
      ({ line }) => line.kind !== "step" && !line.hushed && !(line.kind === "said" && blocked.has(line.person ?? "")),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line scrolls into sight
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [told.length]);
  async function send(event: FormEvent) {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    setRefusal(null);
    setText("");
    try {
      await someone();
      await sayAt(table, said, invite);
    } catch (error) {
      setRefusal(sentence(error));
      setText(said); // nothing is lost
    }
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div className="chat" ref={list} role="log" aria-label={t("chat.title")} tabIndex={0}>
        {told.length === 0 && <p className="house">{t("chat.nothing")}</p>}
        {told.map(({ line, number }) => (
          <p key={number} className={line.kind === "news" ? "house" : ""}>
            {line.kind === "news" ? (
              line.words && render(catalogue, line.words)
            ) : (
              <>
                <b>
                  {line.seat != null && line.seat === viewer ? (
                    t("table.you")
                  ) : (
                    <Name
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
      {refusal && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      {mayWrite ? (
        <form className="say" onSubmit={send}>
          <input
            className="field"
            aria-label={t(viewer === null ? "chat.to-gallery" : "chat.to-table")}
            placeholder={t("chat.kind")}
            value={text}
            maxLength={MOST}
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit" className="icon" aria-label={t("chat.send")} disabled={!text.trim()}>
            <Icon name="send" />
          </button>
        </form>
      ) : (
        <p className="chat-closed" data-closed>
          {t("chat.guests")}{" "}
          <Link to={paths.signUp(paths.table(table, invite))} className="more">
            {t("sign.up")}
          </Link>
        </p>
      )}
    </>
  );
}
