import assert from "node:assert/strict";
import type { Exchange, Exchanges } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import { missingReason, profileErrors } from "../../standards/index.ts";
import { unlessForwarded } from "../conditions.ts";
import {
  assertUcpError,
  parseResponse,
  SESSIONS_PATH,
  UCP_PATH,
  ucpRequest,
} from "./ucp-requests.ts";

const PROFILE_PATH = "/.well-known/ucp";
const LATER_PROFILE_PATH = `${PROFILE_PATH}/2026-08-25`;

/** Returns the exchanges that apply to the profile of each version. */
const profileExchanges = (path: string, version: string): [Exchange, ...Exchange[]] => [
  {
    it: "lists the services and capabilities as the standard requires",
    requires: "fixture",
    request: { path },
    status: 200,
    mediaType: "application/json",
    headers: { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" },
    check(response, { urlFor }) {
      const { ucp } = parseResponse(response);
      if (!missingReason()) assert.deepEqual(profileErrors(version, parseResponse(response)), []);
      assert.equal(ucp.version, version);
      assert.deepEqual(
        ucp.services["dev.ucp.shopping"].map((service: any) => [
          service.version,
          service.transport,
          service.endpoint,
        ]),
        [
          [version, "rest", urlFor(UCP_PATH)],
          [version, "mcp", urlFor(`${UCP_PATH}/mcp`)],
        ],
      );
      assert.deepEqual(Object.keys(ucp.capabilities), [
        "dev.ucp.shopping.checkout",
        "dev.ucp.shopping.catalog.search",
        "dev.ucp.shopping.catalog.lookup",
      ]);
      for (const [{ version: each, schema, spec }] of Object.values<any>(ucp.capabilities)) {
        assert.equal(each, version);
        for (const url of [schema, spec])
          assert.ok(url.startsWith(`https://ucp.dev/${version}/`), url);
      }
      assert.deepEqual(ucp.payment_handlers, {});
    },
  },
  {
    it: "repeats its members at the top level for clients that look there",
    requires: "fixture",
    request: { path },
    status: 200,
    check(response) {
      const { ucp, protocol_version, services, capabilities, endpoints } = parseResponse(response);
      assert.deepEqual(
        [protocol_version, services, capabilities, endpoints.checkout],
        [ucp.version, ucp.services, ucp.capabilities, ucp.services["dev.ucp.shopping"][0].endpoint],
      );
    },
  },
  {
    it: "returns 404 if nothing is for sale",
    requires: "fixture",
    request: { path, headers: { [SHOP_HEADER]: "empty" } },
    status: 404,
    mediaType: "application/problem+json",
  },
];

/** The UCP profiles, and requests to the UCP paths that no operation handles. */
export const ucpExchanges: Exchanges = {
  [PROFILE_PATH]: [
    ...profileExchanges(PROFILE_PATH, "2026-04-08"),
    {
      it: "links to the profile of each other supported version",
      requires: "fixture",
      request: { path: PROFILE_PATH },
      status: 200,
      async check(response, { urlFor, send }) {
        const others: Record<string, string> = parseResponse(response).ucp.supported_versions;
        assert.deepEqual(others, { "2026-08-25": urlFor(LATER_PROFILE_PATH) });
        assert.equal(
          parseResponse(await send({ path: LATER_PROFILE_PATH })).ucp.supported_versions,
          undefined,
        );
      },
    },
    {
      it: "is linked from siteInfo only if anything is for sale",
      requires: "fixture",
      request: { path: "/agent/site.json" },
      status: 200,
      async check(response, { urlFor, send }) {
        const links = (text: string) =>
          JSON.parse(text).links.map(({ href }: { href: string }) => href);
        assert.ok(links(response.text).includes(urlFor(PROFILE_PATH)));
        assert.ok(
          !links(
            (await send({ path: "/agent/site.json", headers: { [SHOP_HEADER]: "empty" } })).text,
          ).includes(urlFor(PROFILE_PATH)),
        );
      },
    },
    {
      it: "names a working endpoint",
      requires: "fixture",
      request: { path: PROFILE_PATH },
      status: 200,
      async check(response, { send }) {
        const { endpoint } = parseResponse(response).ucp.services["dev.ucp.shopping"][0];
        const created = await send(
          ucpRequest("POST", `${new URL(endpoint).pathname}/checkout-sessions`, {
            line_items: [{ item: { id: "reel-tape" }, quantity: 1 }],
          }),
        );
        assert.equal(created.status, 201);
      },
    },
  ],
  [LATER_PROFILE_PATH]: profileExchanges(LATER_PROFILE_PATH, "2026-08-25"),
  [SESSIONS_PATH]: [
    {
      it: "returns 405 for HEAD without a body",
      request: ucpRequest("HEAD", SESSIONS_PATH),
      status: 405,
      headers: { allow: "POST, OPTIONS" },
    },
    {
      it: "returns a UCP error for GET",
      request: ucpRequest("GET", SESSIONS_PATH),
      status: 405,
      mediaType: "application/json",
      headers: { allow: "POST, OPTIONS", "access-control-allow-origin": "*" },
      check: assertUcpError("method_not_allowed"),
    },
    {
      it: "lists the allowed methods in response to OPTIONS",
      request: ucpRequest("OPTIONS", SESSIONS_PATH),
      status: 204,
      headers: { allow: "POST, OPTIONS", "access-control-allow-origin": "*" },
    },
  ],
  [`${SESSIONS_PATH}/{id}`]: [
    {
      it: "answers HEAD like GET, without a body",
      requires: "fixture",
      request: ucpRequest("HEAD", `${SESSIONS_PATH}/chk_any`),
      status: 200,
      mediaType: "application/json",
    },
    {
      it: "rejects DELETE",
      request: ucpRequest("DELETE", `${SESSIONS_PATH}/chk_any`),
      status: 405,
      headers: { allow: "GET, PUT, HEAD, OPTIONS" },
      check: assertUcpError("method_not_allowed"),
    },
    {
      it: "lists the allowed methods in response to OPTIONS",
      request: ucpRequest("OPTIONS", `${SESSIONS_PATH}/chk_any`),
      status: 204,
      headers: { allow: "GET, PUT, HEAD, OPTIONS" },
    },
    {
      it: "rejects an ID that isn't UTF-8",
      request: ucpRequest("GET", `${SESSIONS_PATH}/%ff`),
      status: 400,
      check: assertUcpError("invalid_request"),
    },
  ],
  [`${UCP_PATH}/*`]: [
    unlessForwarded({
      it: "returns a UCP error for an unknown path",
      request: ucpRequest("GET", `${UCP_PATH}/carts`),
      status: 404,
      mediaType: "application/json",
      check: assertUcpError("not_found"),
    }),
    {
      it: "counts unknown paths toward the rate limit",
      requires: "fixture",
      request: ucpRequest("GET", `${UCP_PATH}/carts`, undefined, {
        "fixture-client": "rate-limited",
      }),
      status: 429,
      mediaType: "application/json",
      headers: { "retry-after": "1" },
      check: assertUcpError("rate_limited"),
    },
    {
      it: "rejects a wrong host",
      requires: "fixture",
      request: ucpRequest("GET", `${UCP_PATH}/carts`, undefined, { host: "evil.example" }),
      status: 421,
      mediaType: "application/json",
      check: assertUcpError("wrong_host"),
    },
  ],
};
