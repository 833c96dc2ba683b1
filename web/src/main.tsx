import "@fontsource-variable/fraunces";
import "@fontsource-variable/inter";
import "./tokens.css";
import "./kit.css";
import "./page/setup.css";
import "./page/table.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./page/App";
import { startTheme } from "./page/theme";

startTheme();
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
