import assert from "node:assert/strict";
import type { Exchange, Exchanges } from "../../case.ts";
import { SELLS_HEADER } from "../../rig/site.ts";
import { missing } from "../../standards/folder.ts";
import { profileMisfits } from "../../standards/ucp.ts";
import { asking, isFault, SESSIONS, said, UCP } from "./ucp-asking.ts";

const PROFILE = "/.well-known/ucp";
const LATER = `${PROFILE}/2026-08-25`;

/** What holds for the profile of each version. */
const profileOf = (path: string, version: string): [Exchange, ...Exchange[]] => [
  {
    it: "says what is served, as the standard has it",
    needs: "rig",
    ask: { path },
    status: 200,
    mediaType: "application/json",
    headers: { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" },
    check(answer, { at }) {
      const { ucp } = said(answer);
      if (!missing()) assert.deepEqual(profileMisfits(version, said(answer)), []);
      assert.equal(ucp.version, version);
      const [rest, ...others] = ucp.services["dev.ucp.shopping"];
      assert.deepEqual(
        [rest.version, rest.transport, rest.endpoint, others],
        [version, "rest", at(UCP), []],
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
    needs: "rig",
    ask: { path },
    status: 200,
    check(answer) {
      const { ucp, protocol_version, services, capabilities, endpoints } = said(answer);
      assert.deepEqual(
        [protocol_version, services, capabilities, endpoints.checkout],
        [ucp.version, ucp.services, ucp.capabilities, ucp.services["dev.ucp.shopping"][0].endpoint],
      );
    },
  },
  {
    it: "is not there where nothing is for sale",
    needs: "rig",
    ask: { path, headers: { [SELLS_HEADER]: "nothing" } },
    status: 404,
    mediaType: "application/problem+json",
  },
];

/** What is asked of UCP besides its operations: its profiles, and the paths below it. */
export const ucpExchanges: Exchanges = {
  [PROFILE]: [
    ...profileOf(PROFILE, "2026-04-08"),
    {
      it: "leads to the profile of each other version that is served",
      needs: "rig",
      ask: { path: PROFILE },
      status: 200,
      async check(answer, { at, ask }) {
        const others: Record<string, string> = said(answer).ucp.supported_versions;
        assert.deepEqual(others, { "2026-08-25": at(LATER) });
        assert.equal(said(await ask({ path: LATER })).ucp.supported_versions, undefined);
      },
    },
    {
      it: "is linked from the site's description, where anything is for sale",
      needs: "rig",
      ask: { path: "/agent/site.json" },
      status: 200,
      async check(answer, { at, ask }) {
        const links = (text: string) =>
          JSON.parse(text).links.map(({ href }: { href: string }) => href);
        assert.ok(links(answer.text).includes(at(PROFILE)));
        assert.ok(
          !links(
            (await ask({ path: "/agent/site.json", headers: { [SELLS_HEADER]: "nothing" } })).text,
          ).includes(at(PROFILE)),
        );
      },
    },
    {
      it: "leads to an endpoint that answers",
      needs: "rig",
      ask: { path: PROFILE },
      status: 200,
      async check(answer, { ask }) {
        const { endpoint } = said(answer).ucp.services["dev.ucp.shopping"][0];
        const created = await ask(
          asking("POST", `${new URL(endpoint).pathname}/checkout-sessions`, {
            line_items: [{ item: { id: "reel-tape" }, quantity: 1 }],
          }),
        );
        assert.equal(created.status, 201);
      },
    },
  ],
  [LATER]: profileOf(LATER, "2026-08-25"),
  [SESSIONS]: [
    {
      it: "answers HEAD with 405 and no body",
      ask: asking("HEAD", SESSIONS),
      status: 405,
      headers: { allow: "POST, OPTIONS" },
    },
    {
      it: "answers GET with 405 in UCP's form",
      ask: asking("GET", SESSIONS),
      status: 405,
      mediaType: "application/json",
      headers: { allow: "POST, OPTIONS", "access-control-allow-origin": "*" },
      check: isFault("method_not_allowed"),
    },
    {
      it: "says by OPTIONS what it allows",
      ask: asking("OPTIONS", SESSIONS),
      status: 204,
      headers: { allow: "POST, OPTIONS", "access-control-allow-origin": "*" },
    },
  ],
  [`${SESSIONS}/{id}`]: [
    {
      it: "answers HEAD as GET, without a body",
      needs: "rig",
      ask: asking("HEAD", `${SESSIONS}/chk_any`),
      status: 200,
      mediaType: "application/json",
    },
    {
      it: "allows no DELETE",
      ask: asking("DELETE", `${SESSIONS}/chk_any`),
      status: 405,
      headers: { allow: "GET, PUT, HEAD, OPTIONS" },
      check: isFault("method_not_allowed"),
    },
    {
      it: "says by OPTIONS what it allows",
      ask: asking("OPTIONS", `${SESSIONS}/chk_any`),
      status: 204,
      headers: { allow: "GET, PUT, HEAD, OPTIONS" },
    },
    {
      it: "refuses an id that is no UTF-8",
      ask: asking("GET", `${SESSIONS}/%ff`),
      status: 400,
      check: isFault("invalid_request"),
    },
  ],
  [`${UCP}/*`]: [
    {
      it: "answers an unknown path in UCP's form",
      ask: asking("GET", `${UCP}/carts`),
      status: 404,
      mediaType: "application/json",
      check: isFault("not_found"),
    },
    {
      it: "counts an unknown path too",
      needs: "rig",
      ask: asking("GET", `${UCP}/carts`, undefined, { "rig-client": "spent" }),
      status: 429,
      mediaType: "application/json",
      headers: { "retry-after": "1" },
      check: isFault("rate_limited"),
    },
    {
      it: "answers for no other host",
      needs: "rig",
      ask: asking("GET", `${UCP}/carts`, undefined, { host: "evil.example" }),
      status: 421,
      mediaType: "application/json",
      check: isFault("wrong_host"),
    },
  ],
};
