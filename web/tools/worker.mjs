/** Writes into the service worker which files the build has made, and a name that changes with them. */

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const EMPTY = "const FILES = [];";
const UNNAMED = 'const BUILD = "dev";';

export function withFiles(worker, files) {
  if (!worker.includes(EMPTY) || !worker.includes(UNNAMED)) throw new Error("sw.js has no place for files and build");
  const build = createHash("sha256").update(worker).update(files.join("\n")).digest("hex").slice(0, 12);
  return worker.replace(EMPTY, `const FILES = ${JSON.stringify(files)};`).replace(UNNAMED, `const BUILD = "${build}";`);
}

export function workerFiles() {
  return {
    name: "worker-files",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .map((name) => `/${name}`)
        .sort();
      const path = join(dir, "sw.js");
      await writeFile(path, withFiles(await readFile(path, "utf-8"), files));
    },
  };
}
