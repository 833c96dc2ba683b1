/** Around every test of components: a server, an empty page and an empty state; and nothing that React complains about. */

import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { socket } from "../client/connection";
import { resetState } from "../ui/state";
import { laterTexts } from "../ui/texts/page";
import { startServer, unexpectedRequests } from "./server";

// What a browser does and this page without a screen does not.
Element.prototype.scrollTo ??= () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;

await laterTexts();

const complaints: string[] = [];

beforeEach(() => {
  startServer();
  complaints.length = 0;
  vi.spyOn(console, "error").mockImplementation((...words) => complaints.push(words.join(" ")));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  socket.stop();
  resetState();
  localStorage.clear();
  history.replaceState(null, "", "/");
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
  expect(unexpectedRequests()).toEqual([]);
});
