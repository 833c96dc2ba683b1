import { RefusalText } from "../../../ui/Form";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import type { NotedDealing } from "./noted";

/** Whether this device has written the commitment down, and whether it is still the same. */
export function NotedLine({ commitment, noted }: { commitment: string; noted: NotedDealing | null }) {
  if (noted && noted.commitment !== commitment)
    return <RefusalText text={t("dealing.changed", { noted: noted.commitment })} />;
  return (
    <p className={text("soft", "small")}>
      {t(!noted ? "dealing.not-noted" : noted.before ? "dealing.noted" : "dealing.noted-late")}
    </p>
  );
}
