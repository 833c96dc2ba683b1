/** The page's one connection to the server. */

import type { Act, Say } from "../contract";
import { batch, slice } from "../ui/state";
import { language } from "../ui/texts/language";
import { type Connection, ConnectionLost, LiveSocket, type SocketLike } from "./socket";

const PATIENCE = 12_000; // milliseconds during which an action is tried again after the connection was lost
const PAUSE = 400;

const connection = slice<Connection>("connection", () => ({ state: "connecting", since: Date.now(), by: "socket" }));

export const socket = new LiveSocket(
  {
    open: openSocket,
    reachable: async () => {
      try {
        const answer = await fetch("/livez", { cache: "no-store" });
        const said: { status?: string } | null = await answer.json().catch(() => null);
        return answer.ok && said?.status !== "away"; // cut off from the house's data, it opens no socket for a while
      } catch {
        return false;
      }
    },
    online: () => navigator.onLine,
    now: () => Date.now(),
    random: () => Math.random(),
  },
  connection,
);

function openSocket(): SocketLike {
  // A handshake has no headers of the page's own.
  const real = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/v1/live?language=${language()}`);
  const socket: SocketLike = {
    // What is sent while the connection closes is lost, and the browser complains: it is asked for again anyhow.
    send: (data) => {
      if (real.readyState === WebSocket.OPEN) real.send(data);
    },
    close: (code) => real.close(code),
    onopen: null,
    onclose: null,
    onmessage: null,
  };
  // One message may change several things: how the connection is, and what all topics know.
  real.onopen = () => batch(() => socket.onopen?.());
  real.onclose = (event) => batch(() => socket.onclose?.(event));
  real.onmessage = (event) => batch(() => socket.onmessage?.(event));
  return socket;
}

/** A page that slept has missed messages: it asks for them as soon as it is visible. */
export function startConnection(): void {
  socket.start();
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && socket.wake());
  window.addEventListener("pageshow", (event) => event.persisted && socket.wake());
  window.addEventListener("online", () => socket.wake());
  window.addEventListener("offline", () => socket.networkLost());
}

export const useConnection = () => connection.use();

/** Send an action by the socket, or over HTTP while no socket is open; try again for a while if the connection breaks.
 * Both ways carry the same key, so that the server does the action once. */
export async function sendSurely(message: Act | Say, byHttp: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      await (socket.open ? socket.ask(message) : byHttp());
      return;
    } catch (error) {
      if (!(error instanceof ConnectionLost || error instanceof TypeError) || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
