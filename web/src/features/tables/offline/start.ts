/** What goes on for as long as the page is open, so that it is of use without a network. */

import { beforeSignOut } from "../../../client/session";
import { unsubscribe } from "../../push/subscription";
import { startKeeping } from "./keeper";
import { sendMoves, startSending } from "./waitingMoves";

export function startOffline(): void {
  beforeSignOut.push(() => unsubscribe().catch(() => undefined)); // the house ends it with the session
  startSending();
  startKeeping();
  void sendMoves();
}
