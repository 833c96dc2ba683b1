import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { cascadeLayers, scopedName } from "./tools/layers.mjs";
import { splitTexts } from "./tools/texts.mjs";

export default defineConfig({
  plugins: [react(), cascadeLayers(), splitTexts()],
  css: { modules: { generateScopedName: scopedName } },
  // The server's content policy allows files of its own only, so nothing is inlined as a data: address.
  build: { outDir: "../src/parlour/server/page", emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "logic",
          environment: "node",
          include: ["src/**/*.test.ts", "tools/**/*.test.mjs"],
          // Style sheets as they are: a test reads them. And with the names that they have on the page.
          css: { include: /.+/, modules: { classNameStrategy: "scoped" } },
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          environment: "happy-dom",
          include: ["src/**/*.test.tsx"],
          setupFiles: ["src/testing/setup.ts"],
          css: { include: /\.module\.css$/, modules: { classNameStrategy: "scoped" } },
          testTimeout: 20_000, // a busy machine is not a fault
        },
      },
    ],
  },
});
