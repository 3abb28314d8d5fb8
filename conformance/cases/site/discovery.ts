import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { parseMediaType } from "../../callers/spec-validator.ts";
import { type Exchange, type Exchanges, type SiteContext, skip } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import type { TestResponse } from "../../targets/target.ts";
import { unlessForwarded } from "../conditions.ts";

const parseResponse = ({ text }: TestResponse): any => JSON.parse(text);
/** The headers of cacheable discovery documents. */
export const CACHE_HEADERS = {
  "cache-control": "public, max-age=3600",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": /ETag/,
} as const;
const emptyShopExchange = (path: string): Exchange => ({
  it: "returns 404 if nothing is for sale, even to browsers",
  requires: "fixture",
  request: { path, headers: { [SHOP_HEADER]: "empty", accept: "text/html" } },
  status: 404,
  mediaType: "application/problem+json",
});

/** Sends a GET to a URL of the site under test. */
const getOnSite = ({ send }: SiteContext, url: string) =>
  send({ path: new URL(url).pathname + new URL(url).search });

/** Checks that the target of a link exists and has the media type that the link declares. */
async function assertServed(
  context: SiteContext,
  { href, type }: { href: string; type?: string },
): Promise<void> {
  const response = await getOnSite(context, href);
  assert.equal(response.status, 200, href);
  if (type) assert.equal(parseMediaType(response), type, href);
}

/** Returns the violations of RFC 9264 §4.2: every member except the anchor is a list of targets. */
function linksetErrors(value: any): string[] {
  if (!Array.isArray(value?.linkset) || value.linkset.length === 0)
    return ["the linkset is missing or empty"];
  return value.linkset.flatMap(({ anchor, ...relations }: any) => [
    ...(URL.canParse(anchor) ? [] : [`the anchor ${anchor} isn't a URL`]),
    ...Object.entries<any>(relations).flatMap(([relation, targets]) =>
      Array.isArray(targets) &&
      targets.length > 0 &&
      targets.every(({ href }) => URL.canParse(href))
        ? []
        : [`${relation} isn't a list of targets`],
    ),
  ]);
}

const API_CATALOG = "/.well-known/api-catalog";
const ARD = "/.well-known/ard.json";
const AI_CATALOG = "/.well-known/ai-catalog.json";
const SKILLS = "/.well-known/agent-skills/index.json";
const SECURITY = "/.well-known/security.txt";

/** The exchanges of ARD's manifest and of the AI catalog, which have the same entries. */
const agentCatalogExchanges = (path: string, mediaType: string): [Exchange, ...Exchange[]] => [
  {
    it: "has an entry for each agent resource, and every link works",
    request: { path },
    status: 200,
    headers: { ...CACHE_HEADERS, "content-type": mediaType },
    async check(response, context) {
      const { specVersion, host, entries } = parseResponse(response);
      assert.deepEqual([specVersion, host.displayName], ["1.0", context.info.name]);
      assert.match(host.identifier, /^did:web:[\w.%-]+$/);
      assert.equal(new Set(entries.map(({ identifier }: any) => identifier)).size, entries.length);
      for (const {
        identifier,
        displayName,
        type,
        url,
        data,
        representativeQueries: queries,
      } of entries) {
        assert.match(identifier, /^urn:air:[^:]+:[a-z]+:[a-z-]+$/);
        assert.ok(
          displayName && data === undefined && queries.length >= 2 && queries.length <= 5,
          identifier,
        );
        await assertServed(context, { href: url, type: type.split(";")[0] });
      }
      for (const type of ["application/mcp-server-card+json", "application/openapi+json"])
        assert.ok(
          entries.some((each: any) => each.type === type),
          type,
        );
    },
  },
  {
    it: "doesn't mention buying if nothing is for sale",
    requires: "fixture",
    request: { path, headers: { [SHOP_HEADER]: "empty" } },
    status: 200,
    check: ({ text }) => assert.doesNotMatch(text, /skill:|ucp|acp/),
  },
];

/** The discovery documents. They must agree with each other and with what the service serves. */
export const discoveryExchanges: Exchanges = {
  [API_CATALOG]: [
    {
      it: "is a linkset according to RFC 9727 and RFC 9264",
      request: {
        path: API_CATALOG,
        headers: { accept: "application/linkset+json, application/json" },
      },
      status: 200,
      headers: {
        ...CACHE_HEADERS,
        "content-type":
          'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
        link: /<\/\.well-known\/api-catalog>; rel="api-catalog"/,
      },
      check: (response) => assert.deepEqual(linksetErrors(parseResponse(response)), []),
    },
    {
      it: "links to itself in the response to HEAD",
      request: { method: "HEAD", path: API_CATALOG },
      status: 200,
      headers: { link: /rel="api-catalog"/ },
    },
    {
      it: "lists the API and the MCP server, and every link works",
      request: { path: API_CATALOG },
      status: 200,
      async check(response, context) {
        const { linkset } = parseResponse(response);
        const anchors = linkset.map(({ anchor }: any) => anchor);
        for (const path of ["/agent/site.json", "/mcp"])
          assert.ok(anchors.includes(context.urlFor(path)), path);
        assert.deepEqual(
          linkset[0].item.map(({ href }: any) => href),
          anchors.slice(1),
        );
        const targets = linkset
          .slice(1)
          .flatMap(({ anchor: _, ...relations }: any) => Object.values(relations).flat());
        for (const relation of ["service-desc", "service-doc", "service-meta", "status"])
          assert.ok(linkset[1][relation], relation);
        for (const target of targets as { href: string; type: string }[])
          await assertServed(context, target);
      },
    },
  ],
  [ARD]: [
    ...agentCatalogExchanges(ARD, "application/json"),
    unlessForwarded({
      it: "is linked from the home page",
      request: { method: "HEAD", path: "/" },
      status: 200,
      check({ headers }) {
        // A folder may have a Markdown file as its home page.
        if (!headers["content-type"]?.startsWith("text/html")) skip("the home page isn't HTML");
        assert.match(
          headers["link"] ?? "",
          /<\/\.well-known\/ard\.json>; rel="ard"; type="application\/json"/,
        );
      },
    }),
  ],
  [AI_CATALOG]: agentCatalogExchanges(AI_CATALOG, "application/ai-catalog+json"),
  [SKILLS]: [
    {
      it: "lists the skills with the digests of their files",
      requires: "fixture",
      request: { path: SKILLS },
      status: 200,
      headers: CACHE_HEADERS,
      async check(response, context) {
        const { $schema, skills } = parseResponse(response);
        assert.equal($schema, "https://schemas.agentskills.io/discovery/0.2.0/schema.json");
        assert.ok(skills.length > 0);
        for (const { name, type, description, url, digest } of skills) {
          assert.match(name, /^(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)$/);
          assert.deepEqual([type, description.length <= 1024], ["skill-md", true]);
          const skill = await getOnSite(context, new URL(url, context.urlFor(SKILLS)).href);
          assert.equal(digest, `sha256:${createHash("sha256").update(skill.bytes).digest("hex")}`);
          assert.ok(
            skill.text.startsWith(
              `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n`,
            ),
            skill.text.slice(0, 200),
          );
          assert.equal(new URL(url, context.urlFor(SKILLS)).pathname.split("/").at(-2), name);
        }
      },
    },
    emptyShopExchange(SKILLS),
  ],
  [SECURITY]: [
    {
      it: "names a contact and expires within a year (RFC 9116)",
      requires: "fixture",
      request: { path: SECURITY },
      status: 200,
      headers: { ...CACHE_HEADERS, "content-type": "text/plain; charset=utf-8" },
      check({ text }, context) {
        const fields = Object.fromEntries(
          text
            .trimEnd()
            .split("\n")
            .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
        );
        assert.equal(fields["Contact"], "mailto:security@fixture.example");
        assert.equal(fields["Canonical"], context.urlFor(SECURITY));
        assert.equal(fields["Policy"], "https://fixture.example/security");
        const days = (Date.parse(fields["Expires"]!) - Date.now()) / 86_400_000;
        assert.ok(days > 120 && days < 365, String(days));
      },
    },
  ],
};
