/** Who is to play as well: those whom one follows, and whoever is named. */

import { type KeyboardEvent, useState } from "react";
import { findPlayer } from "../../api/friends";
import { useMe } from "../../me";
import { Icon } from "../../parts/Icon";
import { t } from "../../texts/page";
import { useAttempt } from "../people/attempt";
import { useFollowing } from "./Following";

interface Candidate {
  id: string;
  name: string;
  here?: boolean;
}

export function WhoElse(props: { but: string; most: number; chosen: string[]; onChange: (chosen: string[]) => void }) {
  const { but, most, chosen, onChange } = props;
  const me = useMe()?.person?.id;
  const [followed] = useFollowing();
  const [named, setNamed] = useState<Candidate[]>([]);
  const [name, setName] = useState("");
  const [said, attempt] = useAttempt();
  const known: Candidate[] = (followed ?? []).filter((one) => one.id !== but);
  const all = [...known, ...named.filter((one) => known.every((each) => each.id !== one.id))];
  const full = chosen.length >= most;
  const add = () =>
    attempt(async () => {
      const found = await findPlayer(name.trim());
      if (found.id !== but && found.id !== me) {
        setNamed((before) => [...before.filter((one) => one.id !== found.id), found]);
        onChange([...chosen.filter((one) => one !== found.id), found.id]);
      }
      setName("");
    }, "");
  /** Enter adds whoever is named; it does not send the challenge yet. */
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (name.trim() && !full) void add();
  };
  return (
    <fieldset className="wants who-else" data-who-else>
      <legend>{t("challenge.others", { count: most })}</legend>
      {all.map((one) => (
        <label key={one.id}>
          <input
            type="checkbox"
            checked={chosen.includes(one.id)}
            disabled={full && !chosen.includes(one.id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, one.id] : chosen.filter((each) => each !== one.id))
            }
          />
          <bdi>{one.name}</bdi>
          {one.here && (
            <span className="is-here">
              <Icon name="live" />
              {t("following.here")}
            </span>
          )}
        </label>
      ))}
      <div className="by-name">
        <input
          className="field"
          aria-label={t("find.name")}
          placeholder={t("find.name")}
          maxLength={100}
          autoComplete="off"
          disabled={full}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={onEnter}
        />
        <button type="button" className="btn" data-add disabled={full || !name.trim()} onClick={() => void add()}>
          {t("challenge.add")}
        </button>
      </div>
      {said}
    </fieldset>
  );
}
