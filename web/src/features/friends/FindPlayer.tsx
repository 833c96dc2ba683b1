/** A form that leads to a player's page by the player's name, or by how it begins. */

import { useState } from "react";
import { requirePerson } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import type { PersonCard } from "../../contract";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { PlayerLink } from "../../ui/PlayerLink";
import { go, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import css from "./FindPlayer.module.css";
import { PlayerNameInput } from "./PlayerNameInput";
import { playersMeant } from "./requests";

export function FindPlayer({ className }: { className?: string | undefined }) {
  const [name, setName] = useState("");
  const [several, setSeveral] = useState<PersonCard[]>([]);
  const [outcome, submit] = useSubmit(css.said);
  function find() {
    setSeveral([]);
    return submit(async () => {
      await requirePerson();
      const found = await playersMeant(name.trim());
      const [first] = found;
      if (first && found.length === 1) go(paths.player(first.id));
      else setSeveral(found);
    }, "");
  }
  return (
    <Form className={className} onSubmit={find} data-find>
      <PlayerNameInput required value={name} onChange={setName}>
        <Button type="submit" disabled={!name.trim()}>
          {t("find-player.go")}
        </Button>
      </PlayerNameInput>
      {several.length > 0 && (
        <div className={css.several} role="status">
          <p>{t("find-player.several")}</p>
          <ul className={css.names}>
            {several.map((one) => (
              <li key={one.id}>
                <PlayerLink id={one.id} name={one.name} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {outcome}
    </Form>
  );
}
