/** The other players of a challenge: chosen among those whom the player follows, or by name: of
 * several whose names begin alike one is ticked. */

import { type KeyboardEvent, useRef, useState } from "react";
import { useMe } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import { Button } from "../../ui/Button";
import { CheckBox, CheckList } from "../../ui/Form";
import { t } from "../../ui/texts/page";
import { OnlineMark } from "./OnlineMark";
import { PlayerNameInput } from "./PlayerNameInput";
import css from "./PlayersField.module.css";
import { playersMeant } from "./requests";
import { useFollowedPlayers } from "./useFollowedPlayers";

interface Candidate {
  id: string;
  name: string;
  here?: boolean;
}

export function PlayersField(props: {
  but: string;
  most: number;
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  const { but, most, chosen, onChange } = props;
  const me = useMe()?.person?.id;
  const [followed] = useFollowedPlayers();
  const [named, setNamed] = useState<Candidate[]>([]);
  const [name, setName] = useState("");
  const [outcome, submit] = useSubmit(css.below);
  const known: Candidate[] = (followed ?? []).filter((one) => one.id !== but);
  const all = [...known, ...named.filter((one) => known.every((each) => each.id !== one.id))];
  const full = chosen.length >= most;
  const latest = useRef(chosen); // while a name is looked up, others may be ticked
  latest.current = chosen;
  const add = () =>
    submit(async () => {
      const found = (await playersMeant(name.trim())).filter((one) => one.id !== but && one.id !== me);
      setNamed((before) => [...before.filter((one) => found.every((each) => each.id !== one.id)), ...found]);
      const [only] = found;
      if (only && found.length === 1) {
        const others = latest.current.filter((one) => one !== only.id);
        if (others.length < most) onChange([...others, only.id]);
      }
      setName("");
    }, "");
  /** Enter adds the named player; it does not send the challenge yet. */
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (name.trim() && !full) void add();
  };
  return (
    <CheckList legend={t("challenge.others", { count: most })} className={css.players} data-who-else>
      {all.map((one) => (
        <CheckBox
          key={one.id}
          className={css.player}
          checked={chosen.includes(one.id)}
          disabled={full && !chosen.includes(one.id)}
          onChange={(ticked) => onChange(ticked ? [...chosen, one.id] : chosen.filter((each) => each !== one.id))}
        >
          <bdi className={css.name}>{one.name}</bdi>
          {one.here && <OnlineMark />}
        </CheckBox>
      ))}
      <PlayerNameInput className={css.below} disabled={full} value={name} onChange={setName} onKeyDown={onEnter}>
        <Button data-add disabled={full || !name.trim()} onClick={() => void add()}>
          {t("challenge.add")}
        </Button>
      </PlayerNameInput>
      {outcome}
    </CheckList>
  );
}
