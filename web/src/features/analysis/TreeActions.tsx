import { useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog, DialogActs } from "../../ui/Dialog";
import { Labelled, RefusalText, TextArea } from "../../ui/Form";
import { Icon } from "../../ui/Icon";
import { go, paths } from "../../ui/router";
import { ShareLink } from "../../ui/ShareLink";
import { t } from "../../ui/texts/page";
import css from "./TreeActions.module.css";
import { isAside } from "./VariationList";
import {
  BEGINNING,
  commented,
  fromRecord,
  noVariations,
  promoted,
  removed,
  toLink,
  toRecord,
  type Variations,
} from "./variations";

interface ActionsProps {
  game: string;
  tree: Variations;
  rulesVersion: number;
  change: (tree: Variations) => void;
  removing: boolean;
  setRemoving: (on: boolean) => void;
}

/** What can be done with the tree: a comment, a link, a file, another record. */
export function TreeActions({ game, tree, rulesVersion, change, removing, setRemoving }: ActionsProps) {
  const [open, setOpen] = useState<"share" | "record" | null>(null);
  const here = tree.nodes[tree.here];
  const close = () => setOpen(null);
  return (
    <div className={css.actions}>
      {here && (
        <Labelled label={t("analysis.comment")}>
          <TextArea
            className={css.comment}
            rows={1}
            maxLength={1000}
            value={here.comment ?? ""}
            onChange={(event) => change(commented(tree, here.id, event.target.value))}
          />
        </Labelled>
      )}
      <div className={css.row}>
        <Button onClick={() => setOpen("share")}>
          <Icon name="share" />
          {t("analysis.share")}
        </Button>
        <Button data-save onClick={() => save(toRecord(tree, game, rulesVersion), `parlour-${game}-analysis.json`)}>
          <Icon name="take" />
          {t("replay.save")}
        </Button>
        <Button onClick={() => setOpen("record")}>
          <Icon name="text" />
          {t("analysis.paste")}
        </Button>
        {here && isAside(tree) && (
          <Button onClick={() => change(promoted(tree, tree.here))}>{t("analysis.promote")}</Button>
        )}
        {here && (
          <Button bad onClick={() => setRemoving(true)}>
            {t("analysis.remove")}
          </Button>
        )}
        {tree.first.length > 0 && (
          <Button onClick={() => change(noVariations(tree.seats, tree.options))}>{t("analysis.anew")}</Button>
        )}
      </div>
      {open === "share" && (
        <Dialog title={t("analysis.share")} onClose={close}>
          <ShareLink
            link={location.origin + paths.analysis(game, { shared: toLink(tree) })}
            label={t("analysis.link")}
            qr={false}
          />
        </Dialog>
      )}
      {open === "record" && <PasteRecord {...{ game, change, close }} />}
      {removing && tree.here !== BEGINNING && (
        <Dialog title={t("analysis.remove-sure")} onClose={() => setRemoving(false)}>
          <DialogActs>
            <Button onClick={() => setRemoving(false)}>{t("analysis.keep")}</Button>
            <Button
              bad
              onClick={() => {
                setRemoving(false);
                change(removed(tree, tree.here));
              }}
            >
              {t("analysis.remove")}
            </Button>
          </DialogActs>
        </Dialog>
      )}
    </div>
  );
}

/** A record that somebody has: of a match that is over, or of an analysis. */
function PasteRecord(props: { game: string; change: (tree: Variations) => void; close: () => void }) {
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  function take() {
    const found = fromRecord(typed);
    if (typeof found === "string") setRefusal(t(`analysis.${found}`));
    else {
      props.close();
      if (found.game === props.game) props.change(found.tree);
      else go(paths.analysis(found.game, { shared: toLink(found.tree) }));
    }
  }
  return (
    <Dialog title={t("analysis.paste")} onClose={props.close}>
      <Labelled label={t("analysis.paste-about")}>
        <TextArea rows={8} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Labelled>
      <RefusalText text={refusal} />
      <DialogActs>
        <Button look="primary" onClick={take}>
          {t("analysis.open-record")}
        </Button>
      </DialogActs>
    </Dialog>
  );
}

/** As a file of the browser's. */
function save(file: object, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(file)], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
