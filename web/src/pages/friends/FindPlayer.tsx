/** To somebody's page, by their name. */

import { type FormEvent, useState } from "react";
import { findPlayer } from "../../api/friends";
import { someone } from "../../me";
import { go } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { useAttempt } from "../people/attempt";
import "./friends.css";

export function FindPlayer() {
  const [name, setName] = useState("");
  const [said, attempt] = useAttempt();
  function find(event: FormEvent) {
    event.preventDefault();
    void attempt(async () => {
      await someone();
      go(paths.player((await findPlayer(name.trim())).id));
    }, "");
  }
  return (
    <form className="find-player" onSubmit={find} data-find>
      <div className="by-name">
        <input
          className="field"
          aria-label={t("find.name")}
          placeholder={t("find.name")}
          required
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="btn" disabled={!name.trim()}>
          {t("find.go")}
        </button>
      </div>
      {said}
    </form>
  );
}
