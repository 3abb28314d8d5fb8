import assert from "node:assert/strict";
import type { Exchange, Exchanges } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import { missingReason } from "../../standards/folder.ts";
import { profileErrors } from "../../standards/ucp.ts";
import {
  assertUcpFault,
  parseResponse,
  SESSIONS_PATH,
  UCP_PATH,
  ucpRequest,
} from "./ucp-requests.ts";

const PROFILE_PATH = "/.well-known/ucp";
const LATER_PROFILE_PATH = `${PROFILE_PATH}/2026-08-25`;

/** What holds for the profile of each version. */
const profileExchanges = (path: string, version: string): [Exchange, ...Exchange[]] => [
  {
    it: "says what is served, as the standard has it",
    requires: "fixture",
    request: { path },
    status: 200,
    mediaType: "application/json",
    headers: { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" },
    check(response, { urlFor }) {
      const { ucp } = parseResponse(response);
      if (!missingReason()) assert.deepEqual(profileErrors(version, parseResponse(response)), []);
      assert.equal(ucp.version, version);
      const [rest, ...others] = ucp.services["dev.ucp.shopping"];
      assert.deepEqual(
        [rest.version, rest.transport, rest.endpoint, others],
        [version, "rest", urlFor(UCP_PATH), []],
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
    it: "says it again where it is looked for",
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
    it: "is not there where nothing is for sale",
    requires: "fixture",
    request: { path, headers: { [SHOP_HEADER]: "empty" } },
    status: 404,
    mediaType: "application/problem+json",
  },
];

/** What is asked of UCP besides its operations: its profiles, and the paths below it. */
export const ucpExchanges: Exchanges = {
  [PROFILE_PATH]: [
    ...profileExchanges(PROFILE_PATH, "2026-04-08"),
    {
      it: "leads to the profile of each other version that is served",
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
      it: "is linked from the site's description, where anything is for sale",
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
      it: "leads to an endpoint that answers",
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
      it: "answers HEAD with 405 and no body",
      request: ucpRequest("HEAD", SESSIONS_PATH),
      status: 405,
      headers: { allow: "POST, OPTIONS" },
    },
    {
      it: "answers GET with 405 in UCP's form",
      request: ucpRequest("GET", SESSIONS_PATH),
      status: 405,
      mediaType: "application/json",
      headers: { allow: "POST, OPTIONS", "access-control-allow-origin": "*" },
      check: assertUcpFault("method_not_allowed"),
    },
    {
      it: "says by OPTIONS what it allows",
      request: ucpRequest("OPTIONS", SESSIONS_PATH),
      status: 204,
      headers: { allow: "POST, OPTIONS", "access-control-allow-origin": "*" },
    },
  ],
  [`${SESSIONS_PATH}/{id}`]: [
    {
      it: "answers HEAD as GET, without a body",
      requires: "fixture",
      request: ucpRequest("HEAD", `${SESSIONS_PATH}/chk_any`),
      status: 200,
      mediaType: "application/json",
    },
    {
      it: "allows no DELETE",
      request: ucpRequest("DELETE", `${SESSIONS_PATH}/chk_any`),
      status: 405,
      headers: { allow: "GET, PUT, HEAD, OPTIONS" },
      check: assertUcpFault("method_not_allowed"),
    },
    {
      it: "says by OPTIONS what it allows",
      request: ucpRequest("OPTIONS", `${SESSIONS_PATH}/chk_any`),
      status: 204,
      headers: { allow: "GET, PUT, HEAD, OPTIONS" },
    },
    {
      it: "refuses an id that is no UTF-8",
      request: ucpRequest("GET", `${SESSIONS_PATH}/%ff`),
      status: 400,
      check: assertUcpFault("invalid_request"),
    },
  ],
  [`${UCP_PATH}/*`]: [
    {
      it: "answers an unknown path in UCP's form",
      request: ucpRequest("GET", `${UCP_PATH}/carts`),
      status: 404,
      mediaType: "application/json",
      check: assertUcpFault("not_found"),
    },
    {
      it: "counts an unknown path too",
      requires: "fixture",
      request: ucpRequest("GET", `${UCP_PATH}/carts`, undefined, {
        "fixture-client": "rate-limited",
      }),
      status: 429,
      mediaType: "application/json",
      headers: { "retry-after": "1" },
      check: assertUcpFault("rate_limited"),
    },
    {
      it: "answers for no other host",
      requires: "fixture",
      request: ucpRequest("GET", `${UCP_PATH}/carts`, undefined, { host: "evil.example" }),
      status: 421,
      mediaType: "application/json",
      check: assertUcpFault("wrong_host"),
    },
  ],
};
