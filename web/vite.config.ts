import { readdirSync, readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { cascadeLayers, scopedName } from "./tools/layers.mjs";
import { splitTexts } from "./tools/texts.mjs";
import { workerFiles } from "./tools/worker.mjs";

// To load the page anew for every file takes two thirds of the time: they share what they have loaded. But not those that
// put something in a module's or the browser's place: what is loaded already would not see it, and others would.
const APART = /\bvi\.(mock|doMock|resetModules|stubGlobal)\(|\bawait import\(/;

const tests = ["src", "tools"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf-8" }).map((name) => `${folder}/${name}`))
  .filter((name) => /\.test\.(ts|tsx|mjs)$/.test(name));
const apart = tests.filter((name) => APART.test(readFileSync(name, "utf-8")));

/** The tests of some endings as two projects. */
const projects = (name: string, endings: RegExp, settings: object) =>
  [true, false].map((isolate) => ({
    extends: true as const,
    test: {
      ...settings,
      name: isolate ? `${name}, apart` : name,
      isolate,
      include: tests.filter((each) => endings.test(each) && apart.includes(each) === isolate),
    },
  }));

// Style sheets as they are: a test reads them. And with the names that they have on the page.
const logic = { environment: "node", css: { include: /.+/, modules: { classNameStrategy: "scoped" } } } as const;
const components = {
  environment: "happy-dom",
  setupFiles: ["src/testing/setup.ts"], // what a file leaves behind is cleared away there
  css: { include: /\.module\.css$/, modules: { classNameStrategy: "scoped" } },
  testTimeout: 20_000, // a busy machine is not a fault
} as const;

export default defineConfig({
  plugins: [react(), cascadeLayers(), splitTexts(), workerFiles()],
  css: { modules: { generateScopedName: scopedName } },
  // The server's content policy allows files of its own only, so nothing is inlined as a data: address.
  build: { outDir: "../src/parlour/server/page", emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  test: {
    projects: [...projects("logic", /\.(ts|mjs)$/, logic), ...projects("components", /\.tsx$/, components)],
  },
});
