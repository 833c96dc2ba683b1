/** A form that leads to a player's page by the player's name. */

import { useState } from "react";
import { requirePerson } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { go, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import css from "./FindPlayer.module.css";
import { PlayerNameInput } from "./PlayerNameInput";
import { findPlayer } from "./requests";

export function FindPlayer({ className }: { className?: string | undefined }) {
  const [name, setName] = useState("");
  const [outcome, submit] = useSubmit(css.said);
  function find() {
    return submit(async () => {
      await requirePerson();
      go(paths.player((await findPlayer(name.trim())).id));
    }, "");
  }
  return (
    <Form className={className} onSubmit={find} data-find>
      <PlayerNameInput required value={name} onChange={setName}>
        <Button type="submit" disabled={!name.trim()}>
          {t("find-player.go")}
        </Button>
      </PlayerNameInput>
      {outcome}
    </Form>
  );
}
