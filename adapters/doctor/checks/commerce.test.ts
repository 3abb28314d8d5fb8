import { join } from "node:path";
import { expect, test } from "vitest";
import { parseSettings, siteServiceSettings } from "../../config/settings.ts";
import { checkCommerce } from "./commerce.ts";

const PRODUCTS = join(import.meta.dirname, "../../content/demo-products.json");

const check = (environment: Record<string, string>) =>
  checkCommerce(siteServiceSettings(parseSettings(environment).settings)!);

test("checkCommerce() lists no shop in front of a site, where none is served", async () => {
  const findings = await check({ SITE_ORIGIN: "http://127.0.0.1:8080" });
  expect(findings).toMatchObject([
    { level: "ok", message: expect.stringMatching(/^The site has no products: neither /) },
  ]);
});

test("checkCommerce() warns about a sandbox at a public address", async () => {
  const environment = { SITE_PRODUCTS: PRODUCTS, SITE_CONTENT: import.meta.dirname };
  const [local] = await check(environment);
  expect(local).toMatchObject({ level: "ok", message: expect.stringContaining("No money moves.") });
  const [publicSite] = await check({ ...environment, SITE_URL: "https://shop.example" });
  expect(publicSite).toMatchObject({
    level: "note",
    message: expect.stringContaining("at the public address https://shop.example."),
    action: "Set STRIPE_SECRET_KEY to sell through Stripe, or unset SITE_PRODUCTS.",
  });
});
