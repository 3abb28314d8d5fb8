import type { ProgramCall } from "./client-program.ts";
import type { Reply } from "./scripted-server.ts";

/** A situation in which a client must behave the same in every language. */
export interface Situation {
  /** Completes "the client …". */
  readonly it: string;
  readonly call: ProgramCall;
  readonly replies: readonly Reply[];
  /** The number of requests that the server must receive. */
  readonly requests: number;
  /** The value of a successful call. */
  readonly value?: unknown;
  /** The code of the error. Absent if the call succeeds. */
  readonly code?: string;
  readonly status?: number;
  readonly message?: RegExp;
  readonly attempts?: number;
  /** How many requests may have reached the service, by the error. Default: `requests`. */
  readonly sent?: number;
  readonly retryable?: boolean;
  readonly retryAfter?: number;
  /** Options of the client, in milliseconds as in JavaScript. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The path of the first request. */
  readonly path?: string;
  /** The path of the last request. */
  readonly lastPath?: string;
  /** The body of the first request, without its key. */
  readonly body?: unknown;
  /** Why Python has no such situation, if so. */
  readonly skipsPython?: string;
}

const find: ProgramCall = {
  resource: "tools",
  method: "find",
  positional: ["create an issue"],
  options: {},
};
const run: ProgramCall = {
  resource: "tools",
  method: "run",
  positional: ["github.issues_create", { title: "It hums" }],
  options: {},
};
const getApp = (app: string): ProgramCall => ({
  resource: "apps",
  method: "get",
  positional: [app],
});
const NO_SIGNAL = "Python calls have no signal";
const abortAfter = (milliseconds: number): ProgramCall => ({
  ...run,
  abortAfter: milliseconds,
  callOptions: { timeout: 30_000 },
});
const once = (call: ProgramCall): ProgramCall => ({ ...call, callOptions: { retries: 0 } });
const failing = (status: number, retryAfter = "0"): Reply => ({ problem: status, retryAfter });
const html = (status: number): Reply => ({
  status,
  headers: { "content-type": "text/html" },
  body: "<h1>Bad gateway</h1>",
});

/** Retries: by operation, and never twice what may have happened once. */
const RETRIES: readonly Situation[] = [
  {
    it: "repeats a read until it succeeds",
    call: find,
    replies: [failing(500), failing(502)],
    requests: 3,
  },
  {
    it: "gives up after two repetitions",
    call: find,
    replies: [failing(500), failing(500), failing(500)],
    requests: 3,
    code: "some_code",
    status: 500,
    attempts: 3,
  },
  { it: "repeats a read after a lost connection", call: find, replies: ["drop"], requests: 2 },
  { it: "repeats a read after a cut body", call: find, replies: ["cut"], requests: 2 },
  { it: "repeats a read after a proxy's page", call: find, replies: [html(502)], requests: 2 },
  { it: "repeats a run with the same key", call: run, replies: ["drop"], requests: 2 },
  { it: "waits for a run in flight", call: run, replies: [failing(409)], requests: 2 },
  { it: "repeats a run that timed out", call: run, replies: ["hang"], requests: 2 },
  {
    it: "doesn't repeat a conflict without Retry-After",
    call: run,
    replies: [{ problem: 409 }],
    requests: 1,
    code: "some_code",
    status: 409,
  },
  {
    it: "doesn't repeat what the service calls pointless",
    call: find,
    replies: [{ problem: 503, retryAfter: "0", retryable: false }],
    requests: 1,
    code: "some_code",
    status: 503,
    retryable: false,
  },
  {
    it: "doesn't repeat a rejected request",
    call: find,
    replies: [failing(400)],
    requests: 1,
    code: "some_code",
    status: 400,
    message: /^Something failed\. Try again\.$/,
  },
];

/** How a client reads `Retry-After`. */
const RETRY_AFTER: readonly Situation[] = [
  {
    it: "obeys a date in Retry-After",
    call: find,
    replies: [failing(503, "Mon, 02 Jan 2006 15:04:05 GMT")],
    requests: 2,
  },
  {
    it: "doesn't wait for longer than a minute",
    call: find,
    replies: [failing(429, "3600")],
    requests: 1,
    code: "some_code",
    status: 429,
    retryAfter: 3_600,
  },
  {
    it: "ignores an unreadable Retry-After",
    call: find,
    replies: [failing(503, "soon")],
    requests: 2,
  },
];

/** Answers that aren't Jackfield's. */
const UNREADABLE: readonly Situation[] = [
  {
    it: "reports a proxy's page",
    call: find,
    replies: [html(502), html(502), html(502)],
    requests: 3,
    code: "unreadable_answer",
    status: 502,
    attempts: 3,
    message: /status 502 and a body that isn't JSON/,
  },
  {
    it: "reports a page with status 200",
    call: find,
    replies: [html(200)],
    requests: 1,
    code: "unreadable_answer",
    status: 200,
    retryable: false,
  },
  {
    it: "reports an error without problem details",
    call: find,
    replies: [{ status: 404, body: '{"message":"no"}' }],
    requests: 1,
    code: "unreadable_answer",
    status: 404,
    message: /no problem details/,
  },
  {
    it: "doesn't follow a redirect with its key",
    call: find,
    replies: [{ status: 307, headers: { location: "https://elsewhere.example/x?secret=1" } }],
    requests: 1,
    code: "unreadable_answer",
    status: 307,
    message: /redirected the request to https:\/\/elsewhere\.example\/x\. Set /,
  },
  {
    it: "accepts an empty answer",
    call: { resource: "runs", method: "delete", positional: ["run_1"] },
    replies: [{ status: 204 }],
    requests: 1,
  },
];

/** Timeouts include the body. */
const TIMEOUTS: readonly Situation[] = [
  {
    it: "stops waiting for an answer",
    call: once(find),
    replies: ["hang"],
    requests: 1,
    code: "timed_out",
    retryable: true,
    message: /within 0\.4 seconds/,
  },
  {
    it: "stops waiting for the rest of a body",
    call: once(find),
    replies: ["stall"],
    requests: 1,
    code: "timed_out",
  },
];

/** Aborted calls. Python calls have no signal: the tests in Python cancel tasks instead. */
const ABORTS: readonly Situation[] = [
  {
    it: "sends nothing if it is aborted already",
    call: abortAfter(0),
    replies: [],
    requests: 0,
    code: "aborted",
    skipsPython: NO_SIGNAL,
  },
  {
    it: "stops waiting for an answer if it is aborted",
    call: abortAfter(200),
    replies: ["hang"],
    requests: 1,
    code: "aborted",
    skipsPython: NO_SIGNAL,
    attempts: 1,
    retryable: false,
  },
  {
    it: "stops reading if it is aborted",
    call: abortAfter(200),
    replies: ["stall"],
    requests: 1,
    code: "aborted",
    skipsPython: NO_SIGNAL,
    attempts: 1,
  },
  {
    it: "doesn't repeat the call if it is aborted before the next attempt",
    call: abortAfter(500),
    replies: [failing(503, "20")],
    requests: 1,
    code: "aborted",
    skipsPython: NO_SIGNAL,
    attempts: 1,
  },
];

/** What is sent. */
const REQUESTS: readonly Situation[] = [
  {
    it: "refuses an empty path parameter",
    call: getApp(""),
    replies: [],
    requests: 0,
    code: "invalid_input",
    attempts: 0,
    message: /^app is "", but must name something\.$/,
  },
  {
    it: "refuses a path parameter that leads to the same place",
    call: getApp("."),
    replies: [],
    requests: 0,
    code: "invalid_input",
    attempts: 0,
  },
  {
    it: "refuses a path parameter that leads elsewhere",
    call: getApp(".."),
    replies: [],
    requests: 0,
    code: "invalid_input",
    attempts: 0,
  },
  {
    it: "sends a path parameter as one segment",
    call: getApp("a/b?c#é%"),
    replies: [],
    requests: 1,
    path: "/api/v1/apps/a%2Fb%3Fc%23%C3%A9%25",
  },
  {
    it: "sends false, zero and text beyond the BMP in the query",
    call: {
      resource: "apps",
      method: "search",
      positional: ["a b+c 🎚"],
      options: { connected: false, limit: 0 },
    },
    replies: [{ status: 200, body: '{"data":[],"next_cursor":null}' }],
    requests: 1,
    path: "/api/v1/apps?connected=false&limit=0&search=a%20b%2Bc%20%F0%9F%8E%9A",
  },
  {
    it: "sends false, zero, null and empty values in the body",
    call: {
      ...run,
      positional: ["a.b", { no: false, zero: 0, nothing: null, none: [], text: "", emoji: "🎚" }],
      options: { timeout: 5 },
    },
    replies: [],
    requests: 1,
    body: {
      timeout: 5,
      arguments: { no: false, zero: 0, nothing: null, none: [], text: "", emoji: "🎚" },
    },
  },
  {
    it: "sends an input that the service doesn't know",
    call: { ...find, options: { limt: 5 } },
    replies: [],
    requests: 1,
    body: { limt: 5, task: "create an issue" },
    skipsPython: "Python itself refuses unknown keyword arguments",
  },
];

const list = (data: readonly string[], next_cursor: string | null): Reply => ({
  status: 200,
  body: JSON.stringify({ data, next_cursor }),
});
const readAll: ProgramCall = {
  resource: "apps",
  method: "search",
  positional: ["mail"],
  options: { limit: 2 },
  readsAllPages: true,
};

/** Lists in pages. */
const PAGES: readonly Situation[] = [
  {
    it: "reads an empty list with one request",
    call: readAll,
    replies: [list([], null)],
    requests: 1,
    value: [],
  },
  {
    it: "reads all pages with the same filters",
    call: readAll,
    replies: [list(["a", "b"], "c1"), list(["c", "d"], "c2"), list(["e"], null)],
    requests: 3,
    value: ["a", "b", "c", "d", "e"],
    lastPath: "/api/v1/apps?limit=2&search=mail&cursor=c2",
  },
  {
    it: "throws the error of a later page",
    call: once(readAll),
    replies: [list(["a", "b"], "c1"), { problem: 400 }],
    requests: 2,
    code: "some_code",
    status: 400,
    attempts: 1,
    sent: 1,
  },
];

export const SITUATIONS: Readonly<Record<string, readonly Situation[]>> = {
  retries: RETRIES,
  "Retry-After": RETRY_AFTER,
  "unreadable answers": UNREADABLE,
  timeouts: TIMEOUTS,
  aborts: ABORTS,
  pages: PAGES,
  requests: REQUESTS,
};
