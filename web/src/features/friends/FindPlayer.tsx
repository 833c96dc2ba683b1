/** A form that leads to a player's page by the player's name. */

import { useState } from "react";
import { requirePerson } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import { Form } from "../../ui/Form";
import { go, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { findPlayer } from "./requests";

export function FindPlayer() {
  const [name, setName] = useState("");
  const [outcome, submit] = useSubmit();
  function find() {
    return submit(async () => {
      await requirePerson();
      go(paths.player((await findPlayer(name.trim())).id));
    }, "");
  }
  return (
    <Form className="find-player" onSubmit={find} data-find>
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
      {outcome}
    </Form>
  );
}
