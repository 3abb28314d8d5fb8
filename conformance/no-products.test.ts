import { describe, expect, it, vi } from "vitest";
import { createSite, toFetch } from "../core/index.ts";
import type { Offer, PaymentProvider } from "../core/ports/payments.ts";
import { surfaces } from "../core/site/surfaces.ts";
import { createMemoryStore } from "./fixtures/content-folder.ts";
import { createFixturePayments } from "./fixtures/payments.ts";
import { createSigningKeys } from "./signatures/keys.ts";

const ORIGIN = "https://a.example";

/** What only a site with products may mention. */
const COMMERCE = /agent\/commerce|list_products|create_checkout|get_checkout|acp\.json|\bucp\b/i;
const COMMERCE_TOOLS = ["create_checkout", "get_checkout", "list_products"];
const OTHER_TOOLS = ["read_page", "search_pages", "site_info"];

async function startSite(payments?: PaymentProvider) {
  const serve = toFetch(
    createSite({
      site: { origin: ORIGIN, name: "Site", description: "A site.", notOffered: [] },
      content: {
        listPages: () => [{ path: "/" }],
        async find(path) {
          if (path !== "/") return undefined;
          const bytes = new TextEncoder().encode("<h1>Home</h1>");
          return {
            path,
            type: "text/html",
            size: bytes.byteLength,
            etag: '"1"',
            modified: "2026-01-01T00:00:00Z",
            bytes: async () => bytes,
            stream: () => new Blob([bytes]).stream(),
          };
        },
      },
      ...(payments && { commerce: { payments, checkoutStore: await createMemoryStore() } }),
      signing: await createSigningKeys(),
      allowsHost: () => true,
      allowsOrigin: () => true,
    }),
  );
  const get = (path: string) => serve(new Request(ORIGIN + path));
  const call = async (method: string, params: object = {}, headers: HeadersInit = {}) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const request = new Request(`${ORIGIN}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    return (await (await serve(request)).json()).result;
  };
  return { get, call };
}
type TestSite = Awaited<ReturnType<typeof startSite>>;

const listTools = async ({ call }: TestSite): Promise<string[]> =>
  (await call("tools/list")).tools.map(({ name }: { name: string }) => name);

const initialize = ({ call }: TestSite) =>
  call("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });

/** A payment provider whose offers tests change. */
function createChangingShop() {
  const shop = { offers: [] as readonly Offer[] };
  const provider: PaymentProvider = Object.create(createFixturePayments(ORIGIN), {
    listOffers: { value: async () => ({ offers: shop.offers, verified: "2026-01-01T00:00:00Z" }) },
  });
  return { shop, provider };
}

const DOCUMENTS = surfaces
  .filter(({ path, link }) => link && !path.includes("{"))
  .map(({ path }) => path);

describe.each([
  ["no payment provider", () => startSite()],
  ["a payment provider without offers", () => startSite(createChangingShop().provider)],
])("a site with %s", (_, start) => {
  it("mentions nothing about buying in its documents and the headers of its pages", async () => {
    const { get } = await start();
    for (const path of ["/", "/agent/site.json", ...DOCUMENTS]) {
      const response = await get(path);
      if (response.status === 404) continue;
      const headers = JSON.stringify([...response.headers]);
      expect(headers + (await response.text()), path).not.toMatch(COMMERCE);
    }
  });

  it("has no profile, discovery document or guide for buying", async () => {
    const { get } = await start();
    for (const { path, requiresCommerce } of surfaces)
      if (requiresCommerce) expect((await get(path)).status, path).toBe(404);
  });

  it("offers only the tools for pages, and says so in its instructions", async () => {
    const site = await start();
    expect(await listTools(site)).toEqual(OTHER_TOOLS);
    expect((await initialize(site)).instructions).not.toMatch(/checkout|buy/i);
    const { mcp, not_offered } = await (await site.get("/agent/site.json")).json();
    expect(mcp.tools).toEqual(OTHER_TOOLS);
    expect(not_offered).toContainEqual({
      what: "products",
      detail: "The site sells nothing. It has no products and no checkouts.",
    });
  });

  it("describes only its own operations, with every schema that they use", async () => {
    const { get } = await start();
    const document = await (await get("/openapi.json")).json();
    expect(Object.keys(document.paths)).toEqual([
      "/agent/site.json",
      "/agent/search",
      "/agent/read",
    ]);
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(document.components.schemas).toHaveProperty([name!]);
    expect(document.tags.map(({ name }: { name: string }) => name)).toEqual(["Pages", "Site"]);
  });

  it("still answers clients that know the tools and endpoints", async () => {
    const { get, call } = await start();
    const products = await (await get("/agent/commerce/products")).json();
    expect(products.offers).toEqual([]);
    const params = { name: "create_checkout", arguments: { offer: "none" } };
    const { isError, content } = await call("tools/call", params);
    expect(isError).toBe(true);
    expect(JSON.parse(content[0].text).code).toBe("offer_not_found");
  });
});

it("a site offers buying as soon as products appear, and no longer when they disappear", async () => {
  const { shop, provider } = createChangingShop();
  const site = await startSite(provider);
  expect(await listTools(site)).toEqual(OTHER_TOOLS);
  const { offers } = await createFixturePayments(ORIGIN).listOffers();
  shop.offers = offers;
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
  await site.get("/llms.txt");
  expect(await listTools(site)).toEqual([...COMMERCE_TOOLS, ...OTHER_TOOLS].sort());
  expect((await initialize(site)).instructions).toContain("continue_url");
  for (const path of ["/llms.txt", "/openapi.json", "/agent/site.json", "/auth.md"])
    expect(await (await site.get(path)).text(), path).toMatch(/checkout/i);
  expect((await site.get("/.well-known/ucp")).status).toBe(200);
  expect((await site.get("/.well-known/acp.json")).status).toBe(200);
  shop.offers = [];
  await site.get("/agent/commerce/products");
  vi.restoreAllMocks();
  expect(await listTools(site)).toEqual(OTHER_TOOLS);
  expect((await site.get("/.well-known/ucp")).status).toBe(404);
});
