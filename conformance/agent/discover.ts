import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type CallTool, createToolCaller } from "./tool-caller.ts";
import { parseJson, type WebClient } from "./web-client.ts";

/** What an agent has found out from a site's address alone. */
export interface DiscoveredSite {
  /** What site.json says. */
  readonly site: any;
  readonly openapi: any;
  /** The card of the MCP server. */
  readonly card: any;
  readonly call: CallTool;
  /** The profile of UCP and the discovery document of ACP, where something is for sale. */
  readonly ucp?: any;
  readonly acp?: any;
  /** The guide to buying, whose digest was what the index says. */
  readonly guide?: string;
}

/** Finds everything, knowing nothing but where a site is and where standards put their documents. */
export async function discover(base: string, web: WebClient): Promise<DiscoveredSite> {
  const at = (path: string) => new URL(path, base).href;
  // Whether a site has one is its own affair.
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

/** A skill is read only if it is what its index says. */
async function readGuide(index: string, web: WebClient): Promise<string> {
  const { skills } = parseJson(await web.get(index));
  const { url, digest } = skills.find(({ description }: any) =>
    /Use when someone wants to buy/.test(description),
  );
  const { text } = await web.get(new URL(url, index).href);
  assert.equal(`sha256:${createHash("sha256").update(text).digest("hex")}`, digest);
  return text;
}

/** Where site.json says that something is. */
export const linkHref = ({ site }: DiscoveredSite, rel: string): string =>
  site.links.find((link: any) => link.rel === rel).href;

/** The name of the one query parameter that a path needs, as its document has it. */
export function requiredQueryName({ openapi }: DiscoveredSite, url: string): string {
  const { parameters } = openapi.paths[new URL(url).pathname].get;
  return parameters.find(({ in: where, required }: any) => where === "query" && required).name;
}
