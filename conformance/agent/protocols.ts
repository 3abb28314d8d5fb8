import { type DiscoveredSite, linkHref } from "./discover.ts";
import { parseJson, type WebClient } from "./web-client.ts";

/** What is for sale, as far as an agent needs it. */
export interface ProductSummary {
  readonly id: string;
  readonly title: string;
}

/** A checkout, as far as an agent needs it. */
export interface Checkout {
  readonly id: string;
  readonly status: string;
  readonly continue_url: string;
}

/** A way to buy: a protocol, by what was discovered of it. */
export interface PurchaseProtocol {
  listProducts(): Promise<readonly ProductSummary[]>;
  createCheckout(offer: ProductSummary): Promise<Checkout>;
  getCheckout(id: string): Promise<Checkout>;
}

const newIdempotencyKey = () => crypto.randomUUID();

/** The site's own interface: its links, and what its document says of them. */
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

/** The Universal Commerce Protocol, by the profile. */
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

/** The Agentic Commerce Protocol, by its discovery document. It has no catalog: what is for sale is the site's own list. */
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

/** MCP, by the server's card: its newest revision, and the tools that it lists. */
function mcp({ call }: DiscoveredSite): PurchaseProtocol {
  return {
    listProducts: async () =>
      (await call("list_products", {})).offers.filter(({ available }: any) => available),
    createCheckout: ({ id }) =>
      call("create_checkout", { offer: id, quantity: 1, idempotency_key: newIdempotencyKey() }),
    getCheckout: (id) => call("get_checkout", { id }),
  };
}

/** Every way to buy. */
export const PROTOCOLS: Readonly<
  Record<string, (discovered: DiscoveredSite, web: WebClient) => PurchaseProtocol>
> = {
  http,
  ucp,
  acp,
  mcp,
};
