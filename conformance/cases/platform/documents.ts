import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { surfaces } from "../../../core/platform/surfaces/index.ts";
import type { Asker, Exchange, Exchanges, FoundOfPlatform } from "../../case.ts";
import { KEYS } from "../../rig/platform/keys.ts";
import { STRANGER_HEADER } from "../../rig/site.ts";
import { specs } from "../../services/spec.ts";
import { documentExchanges, OPERATORS } from "../document-exchanges.ts";
import { joined } from "../joined.ts";

type Of = Exchange<FoundOfPlatform>;

/** What a person is shown who connects an app: another page each time, and for no one else (`connecting.ts`). */
const PAGES = new Set(["/connect/{token}", "/oauth/callback"]);

/** What holds for every surface in the core's list. */
const everySurface = Object.fromEntries(
  surfaces
    .filter(({ path }) => !PAGES.has(path))
    .map(({ path, mediaTypes }): [string, readonly [Exchange<Asker>, ...Exchange<Asker>[]]] => {
      const its = documentExchanges(path, mediaTypes);
      return [
        path,
        path === OPERATORS
          ? (its.map((each) => ({ ...each, needs: "rig" })) as unknown as typeof its)
          : its,
      ];
    }),
);

/** Where clients look for OAuth, and for a way to register. */
const OAUTH = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/openid-configuration",
  "/mcp/.well-known/openid-configuration",
  "/register",
  "/authorize",
  "/token",
];

const noOauth = (path: string): readonly [Of, Of] => {
  const absent: Omit<Of, "it" | "ask"> = {
    status: 404,
    mediaType: "application/problem+json",
    headers: { "cache-control": "no-store" },
    check({ text }) {
      const { code, detail, hint } = JSON.parse(text);
      assert.equal(code, "not_found");
      assert.match(detail, /no OAuth here/);
      assert.match(hint, /Authorization: Bearer/);
      assert.ok(text.length < 600, String(text.length));
    },
  };
  return [
    {
      it: "says that there is no OAuth here, to browsers too",
      ask: { path, headers: { accept: "text/html" } },
      ...absent,
    },
    {
      it: "takes no registration and gives no token",
      ask: {
        method: "POST",
        path,
        headers: { "content-type": "application/json" },
        body: '{"client_name":"a"}',
      },
      ...absent,
    },
  ];
};

const own: Exchanges<FoundOfPlatform> = {
  "/": [
    {
      it: "says in HTML what this is, and what to do first",
      ask: { path: "/" },
      status: 200,
      mediaType: "text/html",
      headers: { "content-security-policy": /default-src 'none'/ },
      check({ text }, { at }) {
        assert.match(text, /npm run keys -- create/);
        assert.ok(text.includes(at("/mcp")));
        assert.doesNotMatch(text, /<script/);
      },
    },
    {
      it: "says how many apps and tools there are",
      needs: "rig",
      ask: { path: "/" },
      status: 200,
      check: ({ text }) => assert.match(text, /6 apps with 35 tools/),
    },
    {
      it: "says that the catalogue is not compiled yet",
      needs: "rig",
      ask: { path: "/", headers: { "rig-fault": "unready" } },
      status: 200,
      check: ({ text }) => assert.match(text, /12 of 31/),
    },
  ],
  "/openapi.json": [
    {
      it: "is the published document, with this service as its server",
      ask: { path: "/openapi.json" },
      status: 200,
      check({ text }, { at }) {
        const { servers, ...said } = JSON.parse(text);
        const { servers: _, ...published } = JSON.parse(
          readFileSync(specs.platform.document, "utf8"),
        );
        assert.deepEqual(servers, [{ url: at("") }]);
        assert.deepEqual(said, published);
      },
    },
    {
      it: "is open to the pages of any origin",
      ask: { path: "/openapi.json", headers: { origin: "https://elsewhere.example" } },
      status: 200,
      headers: { "access-control-allow-origin": "*" },
    },
  ],
  "/healthz": [
    {
      it: "is well whatever else is not",
      needs: "rig",
      fault: 503,
      ask: { path: "/healthz" },
      status: 200,
    },
  ],
  "/readyz": [
    {
      it: "says how much there is",
      needs: "rig",
      ask: { path: "/readyz" },
      status: 200,
      check: ({ text }) =>
        assert.deepEqual(JSON.parse(text), { status: "ready", apps: 6, tools: 35 }),
    },
    {
      it: "is not ready while keys can't be looked up",
      needs: "rig",
      fault: 503,
      ask: { path: "/readyz" },
      status: 503,
      mediaType: "application/problem+json",
      headers: { "retry-after": "30" },
      check: ({ text }) => assert.doesNotMatch(text, /10\.0\.0\.7/),
    },
    {
      it: "is not ready while there is no catalogue",
      needs: "rig",
      ask: { path: "/readyz", headers: { "rig-fault": "unready" } },
      status: 503,
      check: ({ text }) => assert.match(JSON.parse(text).detail, /12 of 31/),
    },
  ],
  "/metrics": [
    {
      it: "is not there for who may not see it",
      needs: "rig",
      ask: { path: "/metrics", headers: { [STRANGER_HEADER]: "1" } },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "holds no key, in whatever path one was sent, and no path that is none of ours",
      needs: "rig",
      ask: { path: `/mcp/k/${KEYS.stranger}` },
      status: 401,
      async check(_, { ask }) {
        await ask({ path: `/zzyzx/${KEYS.stranger}` });
        await ask({ path: `/api/v1/apps/${KEYS.stranger}` });
        const { text } = await ask({ path: "/metrics" });
        assert.match(text, /route="\/mcp\/k\/\{key\}"/);
        assert.doesNotMatch(text, /jf_live_|stranger|zzyzx/);
      },
    },
  ],
  "/robots.txt": [
    {
      it: "leaves nothing to crawlers",
      ask: { path: "/robots.txt" },
      status: 200,
      check: ({ text }) => assert.equal(text, "User-agent: *\nDisallow: /\n"),
    },
  ],
  "/*": [
    {
      it: "answers an unknown path with a problem that says where to look",
      ask: { path: "/no-such-path-zzyzx" },
      status: 404,
      mediaType: "application/problem+json",
      check: ({ text }) => assert.match(JSON.parse(text).hint, /openapi\.json/),
    },
    { it: "takes repeated slashes for another path", ask: { path: "//openapi.json" }, status: 404 },
    {
      it: "does not answer for a host that is not its own",
      needs: "rig",
      ask: { path: "/", headers: { host: "evil.example" } },
      status: 421,
    },
    {
      it: "does not repeat a key that stands in an unknown path",
      needs: "rig",
      ask: { path: `/keys/${KEYS.whole}` },
      status: 404,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 20)), text),
    },
    {
      it: "does not repeat a key that is percent-encoded",
      needs: "rig",
      ask: { path: `/keys/${KEYS.whole.replaceAll("_", "%5f")}` },
      status: 404,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 20)), text),
    },
    {
      it: "does not repeat a key that is taken for an app",
      needs: "rig",
      ask: {
        path: `/api/v1/apps/${KEYS.whole}`,
        headers: { authorization: `Bearer ${KEYS.whole}` },
      },
      status: 404,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 20)), text),
    },
    {
      it: "does not repeat a key that is taken for an input's name",
      needs: "rig",
      ask: {
        path: `/api/v1/apps?${KEYS.whole}=1`,
        headers: { authorization: `Bearer ${KEYS.whole}` },
      },
      status: 400,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 20)), text),
    },
  ],
};

/** Documents, pages, and paths that lead nowhere. */
export const documentExchangesOfPlatform: Exchanges<FoundOfPlatform> = joined<FoundOfPlatform>(
  everySurface,
  own,
  Object.fromEntries(OAUTH.map((path) => [path, noOauth(path)])),
);
