import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { parseMediaType } from "../../callers/spec-validator.ts";
import { type Exchange, type Exchanges, type SiteContext, skip } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import type { TestResponse } from "../../targets/target.ts";
import { modernRequest } from "../mcp-messages.ts";

const parseResponse = ({ text }: TestResponse): any => JSON.parse(text);
const CACHE_HEADERS = {
  "cache-control": "public, max-age=3600",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": /ETag/,
} as const;
const hiddenDocument = (path: string): Exchange => ({
  it: "is not there where nothing is for sale, for browsers neither",
  requires: "fixture",
  request: { path, headers: { [SHOP_HEADER]: "empty", accept: "text/html" } },
  status: 404,
  mediaType: "application/problem+json",
});

/** What a GET of an address of this site answers. */
const getOnSite = ({ send }: SiteContext, url: string) =>
  send({ path: new URL(url).pathname + new URL(url).search });

/** That what a document leads to answers, in the media type that it promises. */
async function assertServed(
  context: SiteContext,
  { href, type }: { href: string; type?: string },
): Promise<void> {
  const response = await getOnSite(context, href);
  assert.equal(response.status, 200, href);
  if (type) assert.equal(parseMediaType(response), type, href);
}

/** RFC 9264 §4.2: every relation but the anchor is a list of targets. */
export function linksetErrors(value: any): string[] {
  if (!Array.isArray(value?.linkset) || value.linkset.length === 0) return ["there is no linkset"];
  return value.linkset.flatMap(({ anchor, ...relations }: any) => [
    ...(URL.canParse(anchor) ? [] : [`the anchor ${anchor} is no URL`]),
    ...Object.entries<any>(relations).flatMap(([relation, targets]) =>
      Array.isArray(targets) &&
      targets.length > 0 &&
      targets.every(({ href }) => URL.canParse(href))
        ? []
        : [`${relation} is no list of targets`],
    ),
  ]);
}

const API_CATALOG = "/.well-known/api-catalog";
const AI_CATALOG = "/.well-known/ai-catalog.json";
const SKILLS = "/.well-known/agent-skills/index.json";
const CARD = "/mcp/server-card";
const CARD_COPY = "/.well-known/mcp/server-card.json";
const SECURITY = "/.well-known/security.txt";

/** What the documents say by which agents find what is served: the same, and what is so. */
export const discoveryExchanges: Exchanges = {
  [API_CATALOG]: [
    {
      it: "is a set of links, as RFC 9727 and RFC 9264 have it",
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
      it: "links to itself by HEAD",
      request: { method: "HEAD", path: API_CATALOG },
      status: 200,
      headers: { link: /rel="api-catalog"/ },
    },
    {
      it: "names the interface and the MCP server, and leads to what answers",
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
  [AI_CATALOG]: [
    {
      it: "has an entry for each thing that agents can use, and leads to what answers",
      request: { path: AI_CATALOG },
      status: 200,
      headers: { ...CACHE_HEADERS, "content-type": "application/ai-catalog+json" },
      async check(response, context) {
        const { specVersion, host, entries } = parseResponse(response);
        assert.deepEqual([specVersion, host.displayName], ["1.0", context.info.name]);
        assert.match(host.identifier, /^did:web:[\w.%-]+$/);
        assert.equal(
          new Set(entries.map(({ identifier }: any) => identifier)).size,
          entries.length,
        );
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
          await assertServed(context, { href: url, type });
        }
        for (const type of ["application/mcp-server-card+json", "application/openapi+json"])
          assert.ok(
            entries.some((each: any) => each.type === type),
            type,
          );
      },
    },
    {
      it: "says nothing of buying where nothing is for sale",
      requires: "fixture",
      request: { path: AI_CATALOG, headers: { [SHOP_HEADER]: "empty" } },
      status: 200,
      check: ({ text }) => assert.doesNotMatch(text, /skill:|ucp|acp/),
    },
  ],
  [SKILLS]: [
    {
      it: "lists the skills with the digests of the bytes that are served",
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
    hiddenDocument(SKILLS),
  ],
  [CARD]: [
    {
      it: "is a card as SEP-2127 has it, and agrees with what the server says of itself",
      request: { path: CARD },
      status: 200,
      headers: { ...CACHE_HEADERS, "content-type": "application/mcp-server-card+json" },
      async check(response, context) {
        const card = parseResponse(response);
        assert.equal(
          card.$schema,
          "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
        );
        assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
        assert.ok(
          card.name.length <= 200 &&
            card.title.length <= 100 &&
            card.description.length >= 1 &&
            card.description.length <= 100,
        );
        assert.match(card.version, /^\d+\.\d+\.\d+$/);
        assert.deepEqual(
          card.remotes.map(({ type, url }: any) => [type, url]),
          [["streamable-http", context.urlFor("/mcp")]],
        );
        assert.deepEqual(
          card.remotes[0].supportedProtocolVersions,
          context.info.mcp.protocol_versions,
        );
        const { result } = parseResponse(await context.send(modernRequest("server/discover")));
        assert.deepEqual(card.capabilities, result.capabilities);
        assert.deepEqual(
          card.remotes[0].supportedProtocolVersions.slice(0, result.supportedVersions.length),
          result.supportedVersions,
        );
        assert.equal(card.version, result._meta["io.modelcontextprotocol/serverInfo"].version);
      },
    },
    {
      it: "may be asked for by pages of any origin",
      request: {
        method: "OPTIONS",
        path: CARD,
        headers: {
          origin: "https://elsewhere.example",
          "access-control-request-headers": "if-none-match",
        },
      },
      status: 204,
      headers: { "access-control-allow-origin": "*", "access-control-allow-headers": "*" },
    },
  ],
  [CARD_COPY]: [
    {
      it: "has the bytes of the card, where scanners look",
      request: { path: CARD_COPY },
      status: 200,
      mediaType: "application/json",
      headers: CACHE_HEADERS,
      check: async ({ text }, { send }) => assert.equal((await send({ path: CARD })).text, text),
    },
  ],
  [SECURITY]: [
    {
      it: "names a contact, and expires within the year (RFC 9116)",
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
  "/llms-full.txt": [
    {
      it: "has the text of pages after their addresses, and says what it left out",
      request: { path: "/llms-full.txt" },
      status: 200,
      async check({ text, headers }, { info, pageUrl, urlFor: address, call }) {
        if (headers["last-modified"]) skip("the site has a file of its own at /llms-full.txt");
        assert.ok(text.startsWith(`# ${info.name}\n\n> `) && text.includes(address("/llms.txt")));
        const visible = text.match(/^Source: \S+$/gm)?.length ?? 0;
        const [, left = "0"] = /\((\d+) of the pages\)/.exec(text) ?? [];
        assert.equal(visible + Number(left), info.pages);
        assert.ok(text.length < 1_200_000, String(text.length));
        if (!text.includes(`Source: ${pageUrl}\n`)) return;
        const { value } = await call("readPage", { url: pageUrl });
        const content = typeof value === "string" ? value : value.content;
        assert.ok(text.includes(content.trim().slice(0, 2000)), pageUrl);
      },
    },
    {
      it: "says when the pages can't be reached",
      requires: "fixture",
      fault: 503,
      request: { path: "/llms-full.txt", headers: { "fixture-fault": "503" } },
      status: 503,
      mediaType: "application/problem+json",
    },
  ],
  "/llms.txt": [
    {
      it: "names every document that the site's description links to",
      request: { path: "/llms.txt" },
      status: 200,
      check({ text, headers }, { info }) {
        if (headers["last-modified"]) skip("the site has a file of its own at /llms.txt");
        for (const { rel, href } of info.links) {
          if (["status", "sitemap", "robots", "payment", "describedby"].includes(rel)) continue;
          assert.ok(text.includes(href), href);
        }
      },
    },
  ],
};
