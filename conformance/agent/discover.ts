import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type CallTool, createToolCaller } from "./tool-caller.ts";
import { parseJson, type WebClient } from "./web-client.ts";

/** The endpoints and documents that an agent discovers from the URL of a site. */
export interface DiscoveredSite {
  /** The content of site.json. */
  readonly site: any;
  readonly openapi: any;
  /** The MCP server card. */
  readonly card: any;
  readonly call: CallTool;
  /** The UCP profile, if the site sells anything. */
  readonly ucp?: any;
  readonly acp?: any;
  /** The buying guide, after its digest matched the index. */
  readonly guide?: string;
}

/** Discovers a site from its URL and the well-known locations of standards. */
export async function discover(base: string, web: WebClient): Promise<DiscoveredSite> {
  const at = (path: string) => new URL(path, base).href;
  // Optional, so a 404 is fine.
  await web.get(at("/robots.txt"));
  const llms = await web.get(at("/llms.txt"));
  const { linkset } = parseJson(
    await web.get(at("/.well-known/api-catalog"), { accept: "application/linkset+json" }),
  );
  const { entries } = parseJson(await web.get(at("/.well-known/ai-catalog.json")));

  const about = (form: RegExp) => linkset.find(({ anchor }: any) => form.test(anchor));
  const api = linkset.find((context: any) =>
    context["service-desc"]?.some(({ type }: any) => type === "application/openapi+json"),
  );
  const site = parseJson(await web.get(api.anchor));
  assert.ok(
    llms.text.includes(api.anchor),
    "llms.txt and the API catalog lead to the same description",
  );
  const openapi = parseJson(await web.get(api["service-desc"][0].href));
  const card = parseJson(
    await web.get(entries.find(({ type }: any) => type === "application/mcp-server-card+json").url),
  );
  assert.equal(card.remotes[0].url, site.mcp.url);

  const [ucp, acp] = [about(/\/ucp$/), about(/\/acp$/)].map(
    (context) => context?.["service-meta"]?.[0].href as string | undefined,
  );
  return {
    site,
    openapi,
    card,
    call: createToolCaller(card, web),
    ...(ucp && { ucp: parseJson(await web.get(ucp)) }),
    ...(acp && { acp: parseJson(await web.get(acp)) }),
    ...(ucp && { guide: await readGuide(at("/.well-known/agent-skills/index.json"), web) }),
  };
}

/** Reads a skill only if its digest matches the index. */
async function readGuide(index: string, web: WebClient): Promise<string> {
  const { skills } = parseJson(await web.get(index));
  const { url, digest } = skills.find(({ description }: any) =>
    /Use when someone wants to buy/.test(description),
  );
  const { text } = await web.get(new URL(url, index).href);
  assert.equal(`sha256:${createHash("sha256").update(text).digest("hex")}`, digest);
  return text;
}

/** Returns the URL of a link relation in site.json. */
export const linkHref = ({ site }: DiscoveredSite, rel: string): string =>
  site.links.find((link: any) => link.rel === rel).href;

/** Returns the name of a path's only required query parameter, from the OpenAPI document. */
export function requiredQueryName({ openapi }: DiscoveredSite, url: string): string {
  const { parameters } = openapi.paths[new URL(url).pathname].get;
  return parameters.find(({ in: where, required }: any) => where === "query" && required).name;
}
