import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStripePayments } from "../../../adapters/payments/stripe.ts";
import type { Order, PaymentProvider } from "../../../core/ports/payments.ts";

/**
 * The `emulate` package has a payment page, but supports neither idempotency keys, amounts nor
 * expanded products.
 */
describe("the Stripe provider against the emulate package", () => {
  const webhooks: { body: Buffer; headers: Headers }[] = [];
  const endpoint = http.createServer(async (request, response) => {
    webhooks.push({
      body: await buffer(request),
      headers: new Headers({ "stripe-signature": String(request.headers["stripe-signature"]) }),
    });
    response.end();
  });
  let emulator: Emulator;
  let payments: PaymentProvider;
  let order: Order;

  beforeAll(async () => {
    await once(endpoint.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
    const stripe = {
      products: [{ name: "Pro" }],
      prices: [{ product_name: "Pro", unit_amount: 2_000, currency: "usd" }],
      webhooks: [{ url, events: ["*"], secret: "whsec_test" }],
    };
    emulator = await createEmulator({
      service: "stripe",
      port: await findFreePort(),
      seed: { stripe },
    });
    const key = "sk_test_emulated";
    const { data } = (await (
      await fetch(`${emulator.url}/v1/prices`, { headers: { authorization: `Bearer ${key}` } })
    ).json()) as { data: { id: string; product: string }[] };
    const offer = {
      ...data[0]!,
      title: "Pro",
      amount: 2_000,
      currency: "USD",
      needsShipping: false,
      isAvailable: true,
    };
    order = {
      key: "1",
      checkout: "chk_1",
      lines: [{ offer, quantity: 1 }],
      expires: new Date(Date.now() + 3_600_000).toISOString(),
      returnUrl: "http://127.0.0.1/",
    };
    payments = createStripePayments({
      key,
      webhookSecret: "whsec_test",
      apiUrl: emulator.url,
      shipsTo: [],
    });
  });
  afterAll(async () => {
    await emulator.close();
    endpoint.close();
  });

  it("marks a payment as paid after the buyer pays on the page", async () => {
    const { id, state, url } = await payments.openPayment(order);
    expect([state, url]).toEqual(["open", expect.stringContaining(id)]);
    expect(await payments.findPayment(id)).toMatchObject({ id, state: "open", url });
    await fetch(`${emulator.url}/checkout/${id}/complete`, { method: "POST", redirect: "manual" });
    expect(await payments.findPayment(id)).toMatchObject({ id, state: "paid" });
    expect(await payments.closePayment(id)).toMatchObject({ id, state: "paid" });
  });

  it("closes a page and returns undefined for an unknown payment", async () => {
    const { id } = await payments.openPayment({ ...order, key: "2" });
    expect(await payments.closePayment(id)).toMatchObject({ state: "closed" });
    expect(await payments.closePayment(id)).toMatchObject({ state: "closed" });
    expect(await payments.findPayment("cs_test_none")).toBeUndefined();
  });

  it("accepts only signed webhooks and ignores them because they have no event ID", async () => {
    await expect.poll(() => webhooks.length).toBeGreaterThan(1);
    for (const { body, headers } of webhooks) {
      expect(await payments.readEvent!(body, headers)).toBeUndefined();
      await expect(
        payments.readEvent!(Buffer.concat([body, Buffer.from(" ")]), headers),
      ).rejects.toMatchObject({ code: "invalid_signature" });
    }
  });
});

async function findFreePort(): Promise<number> {
  const server = http.createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
