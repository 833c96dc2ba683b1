import { Segments, segmentOptions } from "../../../ui/Segments";
import { t } from "../../../ui/texts/page";
import { moveBots } from "../requests";
import { wantBotsHere } from "./thinkHere";

/** Where the bots of this table think; whoever plays them chooses. */
export function BotPlaceField(props: { table: string; on: "device" | "house"; onTrouble: (error: unknown) => void }) {
  const { table, on, onTrouble } = props;
  return (
    <Segments
      name="bots-on"
      legend={t("menu.bots")}
      options={segmentOptions([true, t("menu.bots-device")], [false, t("menu.bots-house")])}
      value={on === "device"}
      onChange={(here) => {
        wantBotsHere(here);
        moveBots(table, here).catch(onTrouble);
      }}
    />
  );
}
