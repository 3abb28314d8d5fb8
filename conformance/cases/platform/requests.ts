import assert from "node:assert/strict";
import type { CallResult, Exchange, PlatformContext, TestContext } from "../../case.ts";
import type { TestRequest } from "../../targets/target.ts";

type PlatformExchange = Exchange<PlatformContext>;

/** The exchange with the target's API key in its header. */
export const withDefaultKey = (
  exchange: Exchange<TestContext> | PlatformExchange,
): PlatformExchange => ({
  ...exchange,
  request: async (context) => {
    const { request } = exchange as PlatformExchange;
    return withBearerKey(
      typeof request === "function" ? await request(context) : request,
      context.key,
    );
  },
});

/** The request with an API key in its header. */
export const withBearerKey = (request: TestRequest, key: string): TestRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${key}` },
});

/** The request with an API key in its path, as an MCP link has it. */
export const withKeyInPath = (request: TestRequest, key: string): TestRequest => ({
  ...request,
  path: `/mcp/k/${key}`,
});

/** A findTools request. A string is sent as it is. */
export const findToolsRequest = (body: unknown): TestRequest => ({
  method: "POST",
  path: "/api/v1/tools/find",
  headers: { "content-type": "application/json" },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

export const EXTRA_NAMES_UNDOCUMENTED = "the document can't forbid unknown parameters";
export const PRISM_IGNORES_EMPTY = "Prism ignores empty parameters";
export const MOCK_IGNORES_CURSORS = "a mock can't validate cursors";
export const MOCK_HAS_NO_CONNECTIONS = "a mock has no connections";
export const MOCK_RUNS_NOTHING = "a mock can't run tools";

/** For cases whose setup submits a form on a connect page. */
export const NEEDS_CONNECT_PAGE = {
  mockSkipReason: "a mock can't connect apps",
  proxySkipReason: "Prism doesn't forward pages",
} as const;

/** For bodies over the size limit. */
export const MESSAGE_TOO_LARGE = {
  protocol: "http",
  reason: "over MCP the message itself is too large, so the response has no ID",
} as const;

/** Asserts that a problem points to exactly these parts of the input. */
export const assertPointer =
  (...pointers: readonly string[]) =>
  ({ value }: CallResult): void =>
    assert.deepEqual(
      value.errors.map((each: { pointer: string }) => each.pointer).sort(),
      pointers,
    );

/** Checks that the hint of a problem starts with a text. */
export const assertHint =
  (start: string) =>
  ({ value }: CallResult): void =>
    assert.equal(value.hint.slice(0, start.length), start);

/** Checks that the hint of a problem lacks a text. */
export const assertNoHint =
  (text: string) =>
  ({ value }: CallResult): void =>
    assert.ok(!String(value.hint).includes(text), value.hint);

const encodeCursor = (text: object | string): string =>
  Buffer.from(typeof text === "string" ? text : JSON.stringify(text)).toString("base64url");

/** Malformed cursors and cursors of other lists, each with the end of its case title. */
export const BAD_CURSORS: Readonly<Record<string, string>> = {
  "that is random text": "garbage",
  "that isn't base64": "%%%",
  "that encodes a list": encodeCursor("[]"),
  "that encodes an empty object": encodeCursor({}),
  "of another list": encodeCursor({ after: 2, of: "1" }),
  "with a negative position": encodeCursor({ after: -2, of: "1" }),
  "with a string as its position": encodeCursor({ after: "2", of: "1" }),
  "that encodes null": encodeCursor("null"),
};
