import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { Icon } from "../../../ui/Icon";
import { t } from "../../../ui/texts/page";
import type { Now } from "../feed";
import type { TableSetup } from "../useTableSetup";

// Few look into it, and it brings the arithmetic along: it is loaded when it is asked for.
const DealingReport = lazy(() => import("./DealingReport").then((file) => ({ default: file.DealingReport })));

/** Leads to how the match was dealt, where there is chance in it. */
export function DealingButton(props: { setup: TableSetup; now: Now; className?: string | undefined }) {
  const { setup, now, className } = props;
  const [open, setOpen] = useState(false);
  const { commitment } = setup.at.rules;
  if (commitment === null) return null;
  return (
    <>
      <Button className={className} data-dealing-report onClick={() => setOpen(true)}>
        <Icon name="shield" />
        {t("dealing.title")}
      </Button>
      {open && (
        <Dialog title={t("dealing.title")} onClose={() => setOpen(false)}>
          <Suspense fallback={<p role="status">{t("page.loading")}</p>}>
            <DealingReport setup={setup} now={now} commitment={now.commitment || commitment} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
