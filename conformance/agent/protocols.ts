import { type DiscoveredSite, linkHref } from "./discover.ts";
import { parseJson, type WebClient } from "./web-client.ts";

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
  acp,
  mcp,
};
