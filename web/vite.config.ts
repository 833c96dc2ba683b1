import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  // The server's content policy allows files of its own only, so nothing is inlined as a data: address.
  build: { outDir: "../src/parlour/server/page", emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  // Style sheets as they are: a test reads them.
  test: { environment: "node", include: ["src/**/*.test.ts"], css: true },
});
