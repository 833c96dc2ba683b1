import "@fontsource-variable/fraunces";
import "@fontsource-variable/inter";
import "./ui/tokens.css";
import "./ui/base.css";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { startConnection } from "./client/connection";
import { startStored } from "./client/stored";
import { keepFocus } from "./ui/focus";
import { startHouse } from "./ui/house";
import { startSettings } from "./ui/settings";
import { wakeSound } from "./ui/sound";
import { snapshot } from "./ui/state";
import { startTexts } from "./ui/texts/page";

startHouse();
startSettings();
keepFocus();
startStored();
wakeSound();
if (import.meta.env.DEV) Object.assign(window, { parlourState: snapshot }); // to look at in the browser's console
const root = document.getElementById("root");
if (root) void startTexts().then(() => [startConnection(), createRoot(root).render(<App />)]);
// The shell is kept for when there is no network; browsers allow that on https and on this machine itself.
if ("serviceWorker" in navigator && import.meta.env.PROD)
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
