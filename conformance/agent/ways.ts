import { type Discovered, linked } from "./discover.ts";
import { jsonOf, type Web } from "./web.ts";

/** What is for sale, as far as an agent needs it. */
export interface ForSale {
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
export interface Way {
  list(): Promise<readonly ForSale[]>;
  create(offer: ForSale): Promise<Checkout>;
  look(id: string): Promise<Checkout>;
}

const newKey = () => crypto.randomUUID();

/** The site's own interface: its links, and what its document says of them. */
function http(found: Discovered, web: Web): Way {
  const checkouts = linked(found, "payment");
  return {
    list: async () =>
      jsonOf(await web.get(linked(found, "collection"))).offers.filter(
        ({ available }: any) => available,
      ),
    create: async ({ id }) =>
      jsonOf(await web.post(checkouts, { offer: id, quantity: 1, idempotency_key: newKey() })),
    look: async (id) => jsonOf(await web.get(`${checkouts}/${id}`)),
  };
}

/** The Universal Commerce Protocol, by the profile. */
function ucp({ ucp: profile }: Discovered, web: Web): Way {
  const { endpoint } = profile.ucp.services["dev.ucp.shopping"].find(
    ({ transport }: any) => transport === "rest",
  );
  const headers = () => ({
    "ucp-agent": 'profile="https://agent.example/profile.json"',
    "idempotency-key": newKey(),
  });
  return {
    async list() {
      const { products } = jsonOf(
        await web.post(`${endpoint}/catalog/search`, { query: "" }, headers()),
      );
      return products.flatMap(({ title, variants }: any) =>
        variants
          .filter((each: any) => each.availability?.available !== false)
          .map(({ id }: any) => ({ id, title })),
      );
    },
    create: async ({ id }) =>
      jsonOf(
        await web.post(
          `${endpoint}/checkout-sessions`,
          { line_items: [{ item: { id }, quantity: 1 }] },
          headers(),
        ),
      ),
    look: async (id) => jsonOf(await web.get(`${endpoint}/checkout-sessions/${id}`, headers())),
  };
}

/** The Agentic Commerce Protocol, by its discovery document. It has no catalog: what is for sale is the site's own list. */
function acp(found: Discovered, web: Web): Way {
  const { api_base_url: base, protocol } = found.acp;
  const headers = () => ({ "api-version": protocol.version, "idempotency-key": newKey() });
  return {
    list: http(found, web).list,
    create: async ({ id }) =>
      jsonOf(
        await web.post(
          `${base}/checkout_sessions`,
          { line_items: [{ id, quantity: 1 }], capabilities: {} },
          headers(),
        ),
      ),
    look: async (id) => jsonOf(await web.get(`${base}/checkout_sessions/${id}`, headers())),
  };
}

/** MCP, by the server's card: its newest revision, and the tools that it lists. */
function mcp({ call }: Discovered): Way {
  return {
    list: async () =>
      (await call("list_products", {})).offers.filter(({ available }: any) => available),
    create: ({ id }) =>
      call("create_checkout", { offer: id, quantity: 1, idempotency_key: newKey() }),
    look: (id) => call("get_checkout", { id }),
  };
}

/** Every way to buy. */
export const WAYS: Readonly<Record<string, (found: Discovered, web: Web) => Way>> = {
  http,
  ucp,
  acp,
  mcp,
};
