import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type CallTool, createToolCaller, parseJson, type WebClient } from "./clients.ts";

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

/** The properties of an offer that an agent needs. */
export interface ProductSummary {
  readonly id: string;
  readonly title: string;
}

/** The properties of a checkout that an agent needs. */
export interface Checkout {
  readonly id: string;
  readonly status: string;
  readonly continue_url: string;
}

/** A protocol for buying, created from the discovered documents. */
export interface PurchaseProtocol {
  listProducts(): Promise<readonly ProductSummary[]>;
  createCheckout(offer: ProductSummary): Promise<Checkout>;
  getCheckout(id: string): Promise<Checkout>;
}

const newIdempotencyKey = () => crypto.randomUUID();

/** The site's own API, from its links and its OpenAPI document. */
function http(discovered: DiscoveredSite, web: WebClient): PurchaseProtocol {
  const checkouts = linkHref(discovered, "payment");
  return {
    listProducts: async () =>
      parseJson(await web.get(linkHref(discovered, "collection"))).offers.filter(
        ({ available }: any) => available,
      ),
    createCheckout: async ({ id }) =>
      parseJson(
        await web.post(checkouts, { offer: id, quantity: 1, idempotency_key: newIdempotencyKey() }),
      ),
    getCheckout: async (id) => parseJson(await web.get(`${checkouts}/${id}`)),
  };
}

/** The Universal Commerce Protocol, from its profile. */
function ucp({ ucp: profile }: DiscoveredSite, web: WebClient): PurchaseProtocol {
  const { endpoint } = profile.ucp.services["dev.ucp.shopping"].find(
    ({ transport }: any) => transport === "rest",
  );
  const headers = () => ({
    "ucp-agent": 'profile="https://agent.example/profile.json"',
    "idempotency-key": newIdempotencyKey(),
  });
  return {
    async listProducts() {
      const { products } = parseJson(
        await web.post(`${endpoint}/catalog/search`, { query: "" }, headers()),
      );
      return products.flatMap(({ title, variants }: any) =>
        variants
          .filter((each: any) => each.availability?.available !== false)
          .map(({ id }: any) => ({ id, title })),
      );
    },
    createCheckout: async ({ id }) =>
      parseJson(
        await web.post(
          `${endpoint}/checkout-sessions`,
          { line_items: [{ item: { id }, quantity: 1 }] },
          headers(),
        ),
      ),
    getCheckout: async (id) =>
      parseJson(await web.get(`${endpoint}/checkout-sessions/${id}`, headers())),
  };
}

/** UCP over MCP, from its profile. */
function ucpOverMcp({ ucp: profile }: DiscoveredSite, web: WebClient): PurchaseProtocol {
  const { endpoint } = profile.ucp.services["dev.ucp.shopping"].find(
    ({ transport }: any) => transport === "mcp",
  );
  const call = createToolCaller(
    { remotes: [{ url: endpoint, supportedProtocolVersions: ["2026-07-28"] }] },
    web,
  );
  const meta = () => ({
    "ucp-agent": { profile: "https://agent.example/profile.json" },
    "idempotency-key": newIdempotencyKey(),
  });
  return {
    async listProducts() {
      const { products } = await call("search_catalog", { meta: meta(), catalog: { query: "" } });
      return products.flatMap(({ title, variants }: any) =>
        variants
          .filter((each: any) => each.availability?.available !== false)
          .map(({ id }: any) => ({ id, title })),
      );
    },
    createCheckout: ({ id }) =>
      call("create_checkout", {
        meta: meta(),
        checkout: { line_items: [{ item: { id }, quantity: 1 }] },
      }),
    getCheckout: (id) => call("get_checkout", { meta: meta(), id }),
  };
}

/**
 * The Agentic Commerce Protocol, from its discovery document. ACP has no catalog, so products come
 * from the site's own API.
 */
function acp(discovered: DiscoveredSite, web: WebClient): PurchaseProtocol {
  const { api_base_url: base, protocol } = discovered.acp;
  const headers = () => ({
    "api-version": protocol.version,
    "idempotency-key": newIdempotencyKey(),
  });
  return {
    listProducts: http(discovered, web).listProducts,
    createCheckout: async ({ id }) =>
      parseJson(
        await web.post(
          `${base}/checkout_sessions`,
          { line_items: [{ id, quantity: 1 }], capabilities: {} },
          headers(),
        ),
      ),
    getCheckout: async (id) =>
      parseJson(await web.get(`${base}/checkout_sessions/${id}`, headers())),
  };
}

/** MCP, from the server card: its newest protocol version and its tools. */
function mcp({ call }: DiscoveredSite): PurchaseProtocol {
  return {
    listProducts: async () =>
      (await call("list_products", {})).offers.filter(({ available }: any) => available),
    createCheckout: ({ id }) =>
      call("create_checkout", { offer: id, quantity: 1, idempotency_key: newIdempotencyKey() }),
    getCheckout: (id) => call("get_checkout", { id }),
  };
}

/** All protocols for buying. */
export const PROTOCOLS: Readonly<
  Record<string, (discovered: DiscoveredSite, web: WebClient) => PurchaseProtocol>
> = {
  http,
  ucp,
  "ucp over mcp": ucpOverMcp,
  acp,
  mcp,
};
