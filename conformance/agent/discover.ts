import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type CallTool, toolCaller } from "./tools.ts";
import { jsonOf, type Web } from "./web.ts";

/** What an agent has found out from a site's address alone. */
export interface Discovered {
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
export async function discover(base: string, web: Web): Promise<Discovered> {
  const at = (path: string) => new URL(path, base).href;
  // Whether a site has one is its own affair.
  await web.get(at("/robots.txt"));
  const llms = await web.get(at("/llms.txt"));
  const { linkset } = jsonOf(
    await web.get(at("/.well-known/api-catalog"), { accept: "application/linkset+json" }),
  );
  const { entries } = jsonOf(await web.get(at("/.well-known/ai-catalog.json")));

  const about = (form: RegExp) => linkset.find(({ anchor }: any) => form.test(anchor));
  const api = linkset.find((context: any) =>
    context["service-desc"]?.some(({ type }: any) => type === "application/openapi+json"),
  );
  const site = jsonOf(await web.get(api.anchor));
  assert.ok(
    llms.text.includes(api.anchor),
    "llms.txt and the API catalog lead to the same description",
  );
  const openapi = jsonOf(await web.get(api["service-desc"][0].href));
  const card = jsonOf(
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
    call: toolCaller(card, web),
    ...(ucp && { ucp: jsonOf(await web.get(ucp)) }),
    ...(acp && { acp: jsonOf(await web.get(acp)) }),
    ...(ucp && { guide: await guideOf(at("/.well-known/agent-skills/index.json"), web) }),
  };
}

/** A skill is read only if it is what its index says. */
async function guideOf(index: string, web: Web): Promise<string> {
  const { skills } = jsonOf(await web.get(index));
  const { url, digest } = skills.find(({ description }: any) =>
    /Use when someone wants to buy/.test(description),
  );
  const { text } = await web.get(new URL(url, index).href);
  assert.equal(`sha256:${createHash("sha256").update(text).digest("hex")}`, digest);
  return text;
}

/** Where site.json says that something is. */
export const linked = ({ site }: Discovered, rel: string): string =>
  site.links.find((link: any) => link.rel === rel).href;

/** The name of the one query parameter that a path needs, as its document has it. */
export function neededQuery({ openapi }: Discovered, url: string): string {
  const { parameters } = openapi.paths[new URL(url).pathname].get;
  return parameters.find(({ in: where, required }: any) => where === "query" && required).name;
}
