import assert from "node:assert/strict";
import type { Exchange, Exchanges, FoundOfPlatform } from "../../case.ts";
import { bearer, KEYS } from "../../rig/platform/keys.ts";
import { CLIENT_HEADER, UNCOUNTED } from "../../rig/rate.ts";
import type { Answered, Asking } from "../../targets/target.ts";
import { legacy, modern } from "../mcp-messages.ts";
import { linked, withKey } from "./asking.ts";

type Of = Exchange<FoundOfPlatform>;
type Ask = (asking: Asking) => Promise<Answered>;

const APPS: Asking = { path: "/api/v1/apps", headers: bearer(KEYS.whole) };
const CALL = legacy("tools/call", { name: "search_apps", arguments: {} });
const BAD: Asking = { path: "/api/v1/apps", headers: bearer(KEYS.stranger) };

const left = ({ headers }: Answered): number =>
  Number(/^"key";r=(\d+);t=\d+$/.exec(headers["ratelimit"] ?? "")?.[1]);

/** As if nobody had asked before: `check` is given what asks on. */
let times = 0;
const afresh = (
  it: string,
  asking: Asking,
  status: number,
  check: (first: Answered, ask: Ask) => Promise<void> | void,
): Of => {
  let client = "";
  const by = (each: Asking): Asking => ({
    ...each,
    headers: { ...each.headers, [CLIENT_HEADER]: client },
  });
  return {
    it,
    needs: "rig",
    ask: () => ((client = `client-${process.pid}-${++times}-${Math.random()}`), by(asking)),
    status,
    check: (answer, { ask }) => check(answer, (next) => ask(by(next))),
  };
};

const statuses = async (ask: Ask, ...all: readonly Asking[]): Promise<number[]> => {
  const seen: number[] = [];
  for (const each of all) seen.push((await ask(each)).status);
  return seen;
};

/** What keys, and networks that show none, are held to. */
export const rateExchanges: Exchanges<FoundOfPlatform> = {
  "/api/v1/apps": [
    afresh("says on each answer how much is left", APPS, 200, async (first, ask) => {
      assert.deepEqual(
        [
          first.headers["ratelimit-policy"],
          left(first),
          left(await ask(APPS)),
          left(await ask(APPS)),
        ],
        ['"key";q=60;w=60', 2, 1, 0],
      );
    }),
    afresh("lets the burst through, and then refuses", APPS, 200, async (_, ask) =>
      assert.deepEqual(await statuses(ask, APPS, APPS, APPS), [200, 200, 429]),
    ),
    afresh("counts HTTP, MCP and its link in one bucket", APPS, 200, async (_, ask) =>
      assert.deepEqual(
        await statuses(
          ask,
          withKey(CALL, KEYS.whole),
          linked(CALL, KEYS.whole),
          withKey(CALL, KEYS.whole),
          APPS,
          linked(CALL, KEYS.whole),
        ),
        [200, 200, 429, 429, 429],
      ),
    ),
    afresh("counts each key by itself", APPS, 200, async (_, ask) =>
      assert.deepEqual(
        await statuses(ask, APPS, APPS, APPS, {
          path: "/api/v1/apps",
          headers: bearer(KEYS.reader),
        }),
        [200, 200, 429, 200],
      ),
    ),
    afresh(
      "counts what is refused for its permission",
      { path: "/api/v1/apps", headers: bearer(KEYS.connector) },
      403,
      (answer) => assert.equal(left(answer), 2),
    ),
    afresh(
      "counts what is not served as a tenth",
      { path: "/api/v1/nothing", headers: bearer(KEYS.whole) },
      404,
      async (_, ask) =>
        assert.deepEqual(
          await statuses(
            ask,
            APPS,
            APPS,
            { path: "/api/v1/nothing", headers: bearer(KEYS.whole) },
            APPS,
          ),
          [200, 200, 404, 429],
        ),
    ),
    afresh(
      "never counts a preflight",
      { method: "OPTIONS", path: "/api/v1/apps" },
      204,
      ({ headers }) => assert.equal(headers["ratelimit"], undefined),
    ),
    afresh("holds who shows no good key to a rate of the network's", BAD, 401, async (_, ask) => {
      assert.deepEqual(await statuses(ask, { path: "/api/v1/apps" }, BAD), [401, 429]);
      const { headers, text } = await ask(BAD);
      assert.deepEqual(
        [headers["ratelimit"], headers["ratelimit-policy"], JSON.parse(text).code],
        ['"network";r=0;t=3', '"network";q=20;w=60', "rate_limited"],
      );
      assert.match(headers["retry-after"] ?? "", /^\d+$/);
    }),
    afresh("holds who shows a bad key over MCP to the same", BAD, 401, async (_, ask) =>
      assert.deepEqual(
        await statuses(ask, linked(CALL, KEYS.stranger), withKey(CALL, KEYS.stranger), BAD),
        [401, 429, 429],
      ),
    ),
    afresh("lets a good key through where bad ones have been shown", BAD, 401, async (_, ask) =>
      assert.deepEqual(await statuses(ask, BAD, BAD, APPS), [401, 429, 200]),
    ),
    {
      it: "lets a good key through while nobody can be counted",
      needs: "rig",
      ask: { ...APPS, headers: { ...APPS.headers, [CLIENT_HEADER]: UNCOUNTED } },
      status: 200,
    },
    {
      it: "refuses a bad key while nobody can be counted",
      needs: "rig",
      ask: { ...BAD, headers: { ...BAD.headers, [CLIENT_HEADER]: UNCOUNTED } },
      status: 401,
    },
  ],
  "/mcp": [
    {
      it: "refuses a key that has used up its rate, in the form of the protocol",
      needs: "rig",
      spent: true,
      ask: withKey(modern("tools/call", { name: "search_apps", arguments: {} }), KEYS.whole),
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
    afresh("is never counted", { path: "/openapi.json" }, 200, ({ headers }) =>
      assert.equal(headers["ratelimit"], undefined),
    ),
  ],
};
