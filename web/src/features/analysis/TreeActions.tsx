import { useEffect, useState } from "react";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
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
  promoted,
  removed,
  toLink,
  toRecord,
  toShortLink,
  type Variations,
} from "./variations";

/** What a dialog is about. */
export type Asking = "share" | "record" | "anew" | "remove" | null;

interface TreeProps {
  game: string;
  tree: Variations;
  change: (tree: Variations) => void;
  origin: Variations | null; // what there was to begin with
  ask: (what: Asking) => void;
}

interface ActionsProps extends TreeProps {
  rulesVersion: number;
  onPlayOn: (() => void) | null; // null: there is nothing left to play
  tabbed: boolean; // to play on and to share are offered elsewhere
}

/** What can be done with the tree: a comment, a link, a file, another record. */
export function TreeActions(props: ActionsProps) {
  const { game, tree, rulesVersion, change, origin, ask, onPlayOn, tabbed } = props;
  const here = tree.nodes[tree.here];
  const changed = tree.nodes !== origin?.nodes && (origin !== null || tree.first.length > 0);
  return (
    <div className={css.actions}>
      {here && (
        <TextArea
          className={css.comment}
          rows={1}
          maxLength={1000}
          aria-label={t("analysis.comment")}
          placeholder={t("analysis.comment")}
          value={here.comment ?? ""}
          onChange={(event) => change(commented(tree, here.id, event.target.value))}
        />
      )}
      <div className={css.row}>
        {onPlayOn && !tabbed && (
          <Button className={css.act} look="primary" data-play-from onClick={onPlayOn}>
            <Icon name="hand" />
            {t("analysis.play-on")}
          </Button>
        )}
        {!tabbed && (
          <Button className={css.act} onClick={() => ask("share")}>
            <Icon name="share" />
            {t("analysis.share")}
          </Button>
        )}
        <Button
          className={css.act}
          data-save
          onClick={() => save(toRecord(tree, game, rulesVersion), `parlour-${game}-analysis.json`)}
        >
          <Icon name="take" />
          {t("replay.save")}
        </Button>
      </div>
      <div className={classes(css.row, css.seldom)}>
        <Button className={css.seldomAct} look="quiet" onClick={() => ask("record")}>
          {t("analysis.paste")}
        </Button>
        {here && isAside(tree) && (
          <Button className={css.seldomAct} look="quiet" onClick={() => change(promoted(tree, tree.here))}>
            {t("analysis.promote")}
          </Button>
        )}
        {here && (
          <Button className={css.seldomAct} look="quiet" bad onClick={() => ask("remove")}>
            {t("analysis.remove")}
          </Button>
        )}
        {changed && (
          <Button className={css.seldomAct} look="quiet" onClick={() => ask("anew")}>
            {t("analysis.anew")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** `anew` goes back to what there was to begin with. */
export function TreeDialogs(props: TreeProps & { asking: Asking; anew: () => void }) {
  const { game, tree, change, origin, ask, asking, anew } = props;
  const close = () => ask(null);
  return (
    <>
      {asking === "share" && (
        <Dialog title={t("analysis.share")} onClose={close}>
          <TreeLink game={game} tree={tree} />
        </Dialog>
      )}
      {asking === "record" && <PasteRecord close={close} />}
      {asking === "anew" && (
        <Dialog title={t("analysis.anew-sure")} onClose={close}>
          <p>{t(origin ? "analysis.anew-origin" : "analysis.anew-empty")}</p>
          <DialogActs>
            <Button onClick={close}>{t("analysis.keep")}</Button>
            <Button
              bad
              onClick={() => {
                close();
                anew();
              }}
            >
              {t("analysis.anew")}
            </Button>
          </DialogActs>
        </Dialog>
      )}
      {asking === "remove" && tree.here !== BEGINNING && (
        <Dialog title={t("analysis.remove-sure")} onClose={close}>
          <DialogActs>
            <Button onClick={close}>{t("analysis.keep")}</Button>
            <Button
              bad
              onClick={() => {
                close();
                change(removed(tree, tree.here));
              }}
            >
              {t("analysis.remove")}
            </Button>
          </DialogActs>
        </Dialog>
      )}
    </>
  );
}

/** A link that holds the whole tree. */
function TreeLink({ game, tree }: { game: string; tree: Variations }) {
  const [shared, setShared] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    toShortLink(tree).then((made) => current && setShared(made));
    return () => {
      current = false;
    };
  }, [tree]);
  if (shared === null) return null;
  return <ShareLink link={location.origin + paths.analysis(game, { shared })} label={t("analysis.link")} qr={false} />;
}

/** A record that somebody has: of a match that is over, or of an analysis. It is opened in a place of its own, beside what
 * one was at. */
function PasteRecord({ close }: { close: () => void }) {
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  function take() {
    const found = fromRecord(typed);
    if (typeof found === "string") setRefusal(t(`analysis.${found}`));
    else {
      close();
      go(paths.analysis(found.game, { shared: toLink(found.tree) }));
    }
  }
  return (
    <Dialog title={t("analysis.paste")} onClose={close}>
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
