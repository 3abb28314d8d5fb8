import assert from "node:assert/strict";
import type { Exchange, Exchanges, PlatformContext } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { CLIENT_HEADER, LIMITER_DOWN_CLIENT } from "../../fixtures/rate-limit.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import { legacyRequest, modernRequest } from "../mcp-messages.ts";
import { withBearerKey, withKeyInPath } from "./requests.ts";

type PlatformExchange = Exchange<PlatformContext>;
type SendRequest = (request: TestRequest) => Promise<TestResponse>;

const APPS_REQUEST: TestRequest = { path: "/api/v1/apps", headers: bearerHeader(KEYS.whole) };
const CALL_REQUEST = legacyRequest("tools/call", { name: "search_apps", arguments: {} });
const UNKNOWN_KEY_REQUEST: TestRequest = {
  path: "/api/v1/apps",
  headers: bearerHeader(KEYS.stranger),
};

const remainingQuota = ({ headers }: TestResponse): number =>
  Number(/^"key";r=(\d+);t=\d+$/.exec(headers["ratelimit"] ?? "")?.[1]);

let clientCount = 0;

/** An exchange of a new client with a full quota. `check` can send more requests as this client. */
const newClientExchange = (
  it: string,
  request: TestRequest,
  status: number,
  check: (first: TestResponse, sendAsClient: SendRequest) => Promise<void> | void,
): PlatformExchange => {
  let client = "";
  const asClient = (each: TestRequest): TestRequest => ({
    ...each,
    headers: { ...each.headers, [CLIENT_HEADER]: client },
  });
  return {
    it,
    requires: "fixture",
    request() {
      client = `client-${process.pid}-${++clientCount}-${Math.random()}`;
      return asClient(request);
    },
    status,
    check: (response, { send }) => check(response, (next) => send(asClient(next))),
  };
};

const collectStatuses = async (
  sendAsClient: SendRequest,
  ...requests: readonly TestRequest[]
): Promise<number[]> => {
  const collected: number[] = [];
  for (const each of requests) collected.push((await sendAsClient(each)).status);
  return collected;
};

/** Rate limits of keys, and of networks that send no valid key. */
export const rateExchanges: Exchanges<PlatformContext> = {
  "/api/v1/apps": [
    newClientExchange(
      "returns the remaining quota with each response",
      APPS_REQUEST,
      200,
      async (first, sendAsClient) => {
        assert.deepEqual(
          [
            first.headers["ratelimit-policy"],
            remainingQuota(first),
            remainingQuota(await sendAsClient(APPS_REQUEST)),
            remainingQuota(await sendAsClient(APPS_REQUEST)),
          ],
          ['"key";q=60;w=60', 2, 1, 0],
        );
      },
    ),
    newClientExchange(
      "accepts the burst and then rejects requests",
      APPS_REQUEST,
      200,
      async (_, sendAsClient) =>
        assert.deepEqual(
          await collectStatuses(sendAsClient, APPS_REQUEST, APPS_REQUEST, APPS_REQUEST),
          [200, 200, 429],
        ),
    ),
    newClientExchange(
      "counts HTTP, MCP and MCP links in one bucket",
      APPS_REQUEST,
      200,
      async (_, sendAsClient) =>
        assert.deepEqual(
          await collectStatuses(
            sendAsClient,
            withBearerKey(CALL_REQUEST, KEYS.whole),
            withKeyInPath(CALL_REQUEST, KEYS.whole),
            withBearerKey(CALL_REQUEST, KEYS.whole),
            APPS_REQUEST,
            withKeyInPath(CALL_REQUEST, KEYS.whole),
          ),
          [200, 200, 429, 429, 429],
        ),
    ),
    newClientExchange("counts each key separately", APPS_REQUEST, 200, async (_, sendAsClient) =>
      assert.deepEqual(
        await collectStatuses(sendAsClient, APPS_REQUEST, APPS_REQUEST, APPS_REQUEST, {
          path: "/api/v1/apps",
          headers: bearerHeader(KEYS.reader),
        }),
        [200, 200, 429, 200],
      ),
    ),
    newClientExchange(
      "counts a request that lacks the permission",
      { path: "/api/v1/apps", headers: bearerHeader(KEYS.connector) },
      403,
      (response) => assert.equal(remainingQuota(response), 2),
    ),
    newClientExchange(
      "counts a request for an unknown path as a tenth",
      { path: "/api/v1/nothing", headers: bearerHeader(KEYS.whole) },
      404,
      async (_, sendAsClient) =>
        assert.deepEqual(
          await collectStatuses(
            sendAsClient,
            APPS_REQUEST,
            APPS_REQUEST,
            { path: "/api/v1/nothing", headers: bearerHeader(KEYS.whole) },
            APPS_REQUEST,
          ),
          [200, 200, 404, 429],
        ),
    ),
    newClientExchange(
      "never counts a preflight request",
      { method: "OPTIONS", path: "/api/v1/apps" },
      204,
      ({ headers }) => assert.equal(headers["ratelimit"], undefined),
    ),
    newClientExchange(
      "limits a network that sends no valid key",
      UNKNOWN_KEY_REQUEST,
      401,
      async (_, sendAsClient) => {
        assert.deepEqual(
          await collectStatuses(sendAsClient, { path: "/api/v1/apps" }, UNKNOWN_KEY_REQUEST),
          [401, 429],
        );
        const { headers, text } = await sendAsClient(UNKNOWN_KEY_REQUEST);
        assert.deepEqual(
          [headers["ratelimit"], headers["ratelimit-policy"], JSON.parse(text).code],
          ['"network";r=0;t=3', '"network";q=20;w=60', "rate_limited"],
        );
        assert.match(headers["retry-after"] ?? "", /^\d+$/);
      },
    ),
    newClientExchange(
      "counts invalid keys over MCP against the same limit",
      UNKNOWN_KEY_REQUEST,
      401,
      async (_, sendAsClient) =>
        assert.deepEqual(
          await collectStatuses(
            sendAsClient,
            withKeyInPath(CALL_REQUEST, KEYS.stranger),
            withBearerKey(CALL_REQUEST, KEYS.stranger),
            UNKNOWN_KEY_REQUEST,
          ),
          [401, 429, 429],
        ),
    ),
    newClientExchange(
      "accepts a key that it has seen from a network that sent invalid ones",
      APPS_REQUEST,
      200,
      async (_, sendAsClient) =>
        assert.deepEqual(
          await collectStatuses(
            sendAsClient,
            UNKNOWN_KEY_REQUEST,
            UNKNOWN_KEY_REQUEST,
            UNKNOWN_KEY_REQUEST,
            APPS_REQUEST,
          ),
          [401, 401, 429, 200],
        ),
    ),
    {
      it: "accepts a valid key while the rate limiter is unavailable",
      requires: "fixture",
      request: {
        ...APPS_REQUEST,
        headers: { ...APPS_REQUEST.headers, [CLIENT_HEADER]: LIMITER_DOWN_CLIENT },
      },
      status: 200,
    },
    {
      it: "rejects an invalid key while the rate limiter is unavailable",
      requires: "fixture",
      request: {
        ...UNKNOWN_KEY_REQUEST,
        headers: { ...UNKNOWN_KEY_REQUEST.headers, [CLIENT_HEADER]: LIMITER_DOWN_CLIENT },
      },
      status: 401,
    },
  ],
  "/mcp": [
    {
      it: "rejects a key over its rate limit with a JSON-RPC error",
      requires: "fixture",
      rateLimited: true,
      request: withBearerKey(
        modernRequest("tools/call", { name: "search_apps", arguments: {} }),
        KEYS.whole,
      ),
      status: 429,
      mediaType: "application/json",
      headers: { "retry-after": "1", "ratelimit-policy": '"key";q=60;w=60' },
      check({ text }) {
        const { id, error } = JSON.parse(text);
        assert.deepEqual([id, error.data.code, error.data.status], ["seven", "rate_limited", 429]);
      },
    },
  ],
  "/openapi.json": [
    newClientExchange(
      "counts against the network, apart from its attempts to authenticate",
      { path: "/openapi.json" },
      200,
      async ({ headers }, sendAsClient) => {
        assert.match(headers["ratelimit"]!, /^"network";r=\d+;t=\d+$/);
        const attempt = await sendAsClient(UNKNOWN_KEY_REQUEST);
        assert.equal(attempt.status, 401);
      },
    ),
  ],
};
