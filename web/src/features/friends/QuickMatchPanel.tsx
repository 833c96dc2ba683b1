import { useState } from "react";
import { useHasAccount } from "../../client/session";
import type { Clock, GameInfo } from "../../contract";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Form } from "../../ui/Form";
import { Icon } from "../../ui/Icon";
import { Panel, PanelHeader } from "../../ui/Panel";
import { t } from "../../ui/texts/page";
import { GameSelect } from "../games/GameSelect";
import { RatedSegments } from "../ratings/RatedField";
import { ClockField } from "../tables/ClockField";
import { CLOCKS } from "../tables/clocks";
import { useLobby } from "../tables/subscriptions";
import type { NewTableActions } from "../tables/useNewTable";
import css from "./QuickMatchPanel.module.css";

/** Find an opponent who looks for the same game with the same clock; if there is none, a table waits for one. */
interface QuickMatchPanelProps {
  games: GameInfo[];
  newTable: NewTableActions;
  className?: string | undefined;
}

export function QuickMatchPanel({ games, newTable, className }: QuickMatchPanelProps) {
  const forTwo = games.filter((game) => game.seats.includes(2));
  const [name, setName] = useState(forTwo[0]?.name ?? "");
  const [clock, setClock] = useState(CLOCKS[0] as Clock);
  const [wanted, setRated] = useState(false);
  const account = useHasAccount();
  const rated = account && wanted;
  const lobby = useLobby();
  const looking = (lobby?.open ?? []).filter((line) => line.game === name).length;
  const game = games.find((each) => each.name === name);
  function find() {
    if (game) void newTable.quickMatch(game, { seats: 2, clock, rated });
  }
  return (
    <Panel className={classes(css.quick, className)} data-quick>
      <PanelHeader title={t("home.quick")} />
      <Form className={css.form} onSubmit={find}>
        <GameSelect games={forTwo} value={name} onChange={setName} />
        <ClockField name="pace" legend={t("home.pace")} value={clock} onChange={setClock} />
        {account && <RatedSegments name="quick-rated" game={game} value={rated} onChange={setRated} />}
        <p className={css.note}>
          <Icon name="people" />
          {looking > 0 ? t("home.looking", { count: looking }) : t("home.nobody")}
        </p>
        <Button type="submit" className={css.find} disabled={newTable.busy !== null || !game?.ready}>
          {t("home.find")}
        </Button>
      </Form>
    </Panel>
  );
}
