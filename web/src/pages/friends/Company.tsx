/** In one's profile: what others may know and do, and whom one follows. */

import { useState } from "react";
import { unfollow } from "../../api/friends";
import { changeMe } from "../../api/people";
import { useGames } from "../../games";
import { refreshMe, useMe } from "../../me";
import { Segments } from "../../parts/small";
import { t } from "../../texts/page";
import { useAttempt } from "../people/attempt";
import { FindPlayer } from "./FindPlayer";
import { PlayerRow, useFollowing } from "./Following";
import "../home.css";
import "./friends.css";

const FROM = ["everybody", "followed", "nobody"] as const;

/** What the house itself goes by, among the settings of an account. */
export function Company() {
  const kept = useMe()?.settings ?? {};
  const [chosen, setChosen] = useState<Record<string, string | boolean>>({});
  const [said, attempt] = useAttempt();
  const settings = { ...kept, ...chosen };
  /** Shown at once, and taken back if the house says no. */
  const save = (change: Record<string, string | boolean>) => {
    setChosen({ ...chosen, ...change });
    const back = (error: unknown) => {
      setChosen(chosen);
      throw error;
    };
    void attempt(() => changeMe({ settings: change }).then(refreshMe, back), t("profile.saved"));
  };
  const from = FROM.find((each) => each === settings.challenges) ?? "everybody";
  return (
    <section className="panel box settings" data-company>
      <h2>{t("company.title")}</h2>
      <p className="small soft">{t("company.here-line")}</p>
      <Segments
        name="here"
        legend={t("company.here")}
        ways={[
          { value: true, label: t("company.shown") },
          { value: false, label: t("company.hidden") },
        ]}
        value={settings.here !== false}
        onChange={(here) => save({ here })}
      />
      <p className="small soft">{t("company.challenges-line")}</p>
      <Segments
        name="challenges"
        legend={t("company.challenges")}
        ways={FROM.map((value) => ({ value, label: t(`company.${value}`) }))}
        value={from}
        onChange={(challenges) => save({ challenges })}
      />
      {said}
    </section>
  );
}

export function FollowedList() {
  const { games } = useGames();
  const [list, again] = useFollowing();
  const [said, attempt] = useAttempt();
  const [changing, setChanging] = useState(false);
  return (
    <section className="panel box followed" data-followed>
      <h2>{t("following.title")}</h2>
      <p className="small soft">{t("meet.private")}</p>
      <FindPlayer />
      {list && list.length === 0 && <p className="soft">{t("following.nobody")}</p>}
      {list && list.length > 0 && (
        <>
          <ul className={changing ? "rows changing" : "rows"}>
            {list.map((player) =>
              changing ? (
                <li className="row" key={player.id}>
                  <bdi className="grow name">{player.name}</bdi>
                  <button
                    type="button"
                    className="btn"
                    data-unfollow={player.id}
                    onClick={() => attempt(() => unfollow(player.id).then(again), t("meet.unfollowed"))}
                  >
                    {t("meet.unfollow")}
                    <bdi className="sr">{player.name}</bdi>
                  </button>
                </li>
              ) : (
                <PlayerRow key={player.id} player={player} games={games} />
              ),
            )}
          </ul>
          <button type="button" className="btn" aria-pressed={changing} onClick={() => setChanging(!changing)}>
            {t(changing ? "following.done" : "following.change")}
          </button>
        </>
      )}
      {said}
    </section>
  );
}
