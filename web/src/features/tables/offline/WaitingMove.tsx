/** At the table: the move that waits for a network, or why it was not played. */

import { useState } from "react";
import { Button } from "../../../ui/Button";
import { t } from "../../../ui/texts/page";
import { Toast, ToastNo } from "../match/Toast";
import { forgetMove, useWaitingMove, type WaitingMove } from "./waitingMoves";

export function WaitingMoveToast({ table }: { table: string }) {
  const move = useWaitingMove(table);
  return move && <Told move={move} />;
}

function Told({ move }: { move: WaitingMove }) {
  const [busy, setBusy] = useState(false);
  const forget = () => {
    setBusy(true);
    void forgetMove(move).finally(() => setBusy(false));
  };
  const { refused, words } = move;
  return refused ? (
    <Toast aria-live="polite" data-move="refused" words={refusedText(move)}>
      <Button disabled={busy} onClick={forget}>
        {t("waiting.read")}
      </Button>
    </Toast>
  ) : (
    <Toast aria-live="polite" data-move="waiting" words={t("waiting.move", { step: words })}>
      <ToastNo disabled={busy} onClick={forget}>
        {t("waiting.take-back")}
      </ToastNo>
    </Toast>
  );
}

export const refusedText = ({ words, refused }: WaitingMove) =>
  t("waiting.refused", { step: words, why: refused?.sentence ?? "" });
