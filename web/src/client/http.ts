/** Requests to the server over HTTP, and how it refuses them. */

import type { Problem, paths } from "../contract";
import { slice } from "../ui/state";
import { language } from "../ui/texts/language";
import { t } from "../ui/texts/page";
import { keep, ownerOfDevice, readKept } from "./device";

/** The server says no, in a sentence for the person who asked. */
export class Refusal extends Error {
  readonly key: string;
  readonly status: number;
  constructor(key: string, sentence: string, status = 0) {
    super(sentence);
    [this.key, this.status] = [key, status];
  }
}

/** Something on the way says that the server cannot be reached: to the page that is no other than a lost connection. */
class Unreachable extends TypeError {}
const GATEWAY = [502, 503, 504];

/** What to show for an error: the server's own sentence, or that it cannot be reached. */
export function errorText(error: unknown): string {
  return error instanceof Refusal ? error.message : t("page.lost");
}

/** By how many milliseconds the server's clock is ahead of this device's. Every answer carries the server's time. */
const ahead = slice("server ahead", 0);
const SLACK = 1_500; // a header counts whole seconds

export function serverTime(): number {
  return Date.now() + ahead.get();
}

type Method = "get" | "post" | "put" | "patch" | "delete";
/** The paths that take a method, and what the contract says of one of them. */
type PathFor<M extends Method> = { [P in keyof paths]: M extends keyof paths[P] ? P : never }[keyof paths];
type Operation<M extends Method, P extends keyof paths> = M extends keyof paths[P] ? paths[P][M] : never;
type ParametersOf<O, Where extends string> = O extends { parameters: { [where in Where]?: infer Named } }
  ? Named
  : unknown;

/** What a request takes: the gaps of its path and the parts of its query by their names, what it sends, and the key by
 * which it is done once, where the server takes one. */
type Parts<O> = ParametersOf<O, "path"> &
  Omissible<ParametersOf<O, "query">> &
  (O extends { requestBody: { content: { "application/json": infer Body } } } ? { body: Body } : unknown) &
  (ParametersOf<O, "header"> extends { "Idempotency-Key"?: unknown } ? { key?: string } : unknown) & {
    signal?: AbortSignal;
  };
/** A part of a query that is null or empty is left out. */
type Omissible<Query> = Query extends object ? { [Name in keyof Query]: Query[Name] | null } : unknown;
type AnswerTo<O> = O extends { responses: infer R }
  ? { [S in keyof R]: R[S] extends { content: { "application/json": infer Answer } } ? Answer : undefined }[keyof R]
  : never;
type Request<M extends Method> = <P extends PathFor<M>>(
  path: P,
  ...parts: object extends Parts<Operation<M, P>> ? [Parts<Operation<M, P>>?] : [Parts<Operation<M, P>>]
) => Promise<AnswerTo<Operation<M, P>>>;

/** The address of something that the browser fetches by itself. */
export function linkTo<P extends PathFor<"get">>(path: P, parts: Parts<Operation<"get", P>>): string {
  return addressOf(path, parts);
}

function addressOf(path: string, parts: object): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(parts)) {
    const gap = `{${name}}`;
    if (path.includes(gap)) filled = filled.replace(gap, encodeURIComponent(value));
    else
      for (const each of [value].flat())
        if (each !== null && each !== undefined && each !== "") query.append(name, each);
  }
  return `/api/v1${filled}${query.size > 0 ? `?${query}` : ""}`;
}

const request =
  <M extends Method>(method: M, cache?: RequestCache): Request<M> =>
  async (path, ...[given]) => {
    const { body, key, signal, ...parts }: { body?: unknown; key?: string; signal?: AbortSignal } = given ?? {};
    const answer = await fetch(addressOf(path, parts), {
      method: method.toUpperCase(),
      headers: {
        "Accept-Language": language(),
        ...(body ? { "Content-Type": "application/json" } : {}),
        ...(key ? { "Idempotency-Key": key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(cache ? { cache } : {}),
      ...(signal ? { signal } : {}),
    });
    const date = Date.parse(answer.headers.get("Date") ?? "");
    if (date) ahead.set(Math.abs(date - Date.now()) > SLACK ? date - Date.now() : 0);
    if (!answer.ok) {
      const problem: Partial<Problem> | null = await answer.json().catch(() => null);
      if (!problem?.key && GATEWAY.includes(answer.status)) throw new Unreachable(answer.statusText);
      throw new Refusal(problem?.key ?? String(answer.status), problem?.detail ?? answer.statusText, answer.status);
    }
    return answer.status === 204 ? undefined : await answer.json();
  };

export const get = request("get", "no-store");
/** As `get`, for what the server allows to be kept for a while. */
export const getCached = request("get");

/** The same; and where the server cannot be reached, what this device has kept of its last answer. */
const kept =
  (ask: Request<"get">): Request<"get"> =>
  async (path, ...given) => {
    const { signal, ...parts } = { signal: undefined, ...given[0] };
    const [key, whose] = [answerKey(path, parts), await ownerOfDevice()];
    try {
      const answer = await ask(path, ...given);
      void keep(key, { at: Date.now(), answer }, whose);
      return answer;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const before = await readKept<{ answer: Awaited<ReturnType<typeof ask<typeof path>>> }>(key);
      if (!before) throw error;
      return before.answer;
    }
  };
/** Answers are kept under this. */
export const ANSWERS = "answer ";
function answerKey(path: string, given: object): string {
  const { keeping: _, ...parts } = { keeping: false, ...given };
  return `${ANSWERS}${language()} ${addressOf(path, parts)}`;
}
export const hasKept = async <P extends PathFor<"get">>(path: P, parts: Parts<Operation<"get", P>>): Promise<boolean> =>
  (await readKept(answerKey(path, parts))) !== undefined;

export const getKept = kept(get);
export const getCachedKept = kept(getCached);
export const post = request("post");
export const put = request("put");
export const patch = request("patch");
export const remove = request("delete");

/** A key for one action: with it the server does the action once, however often it is asked. `crypto.randomUUID` does not
 * exist on plain http. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
