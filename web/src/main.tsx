import "@fontsource-variable/fraunces";
import "@fontsource-variable/inter";
import "./tokens.css";
import "./kit.css";
import { createRoot } from "react-dom/client";
import { startLive } from "./live";
import { App } from "./pages/App";
import { keepFocus } from "./parts/focus";
import { startSettings } from "./settings";
import { wakeSound } from "./sound";

startSettings();
keepFocus();
startLive();
wakeSound();
const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
// The shell is kept for when there is no network; browsers allow that on https and on this machine itself.
if ("serviceWorker" in navigator && import.meta.env.PROD)
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
