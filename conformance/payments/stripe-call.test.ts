import { describe, expect, it } from "vitest";
import { UNAVAILABLE, useStripeShop } from "../ports/payments/use-stripe-shop.ts";

const shop = useStripeShop();

describe("a failed Stripe request", () => {
  const failWith =
    (status: number, error: object = {}) =>
    () => ({
      status,
      body: { error: { type: "api_error", message: `secret ${shop.stub.key}`, ...error } },
    });

  it.each([
    ["500", failWith(500), "Stripe returned 500."],
    [
      "429",
      failWith(429, { type: "invalid_request_error", code: "rate_limit" }),
      "Stripe's rate limit was exceeded (429).",
    ],
    ["401", failWith(401), "STRIPE_SECRET_KEY is invalid, expired or rolled (401)."],
    [
      "403",
      failWith(403),
      "STRIPE_SECRET_KEY lacks a permission (403). A restricted key needs Prices: Read and Products: Read.",
    ],
    [
      "a redirect",
      () => ({ status: 307, body: {}, headers: { location: `${shop.stub.url}/stolen` } }),
      "The connection failed.",
    ],
    [
      "a closed connection",
      () => "cut" as const,
      expect.stringMatching(/^The connection failed( \(\w+\))?\.$/),
    ],
  ])("rejects with a Problem and logs the reason: %s", async (_, failure, reason) => {
    shop.stub.setFault(failure);
    const problem = await shop.payments.listOffers().catch((error: unknown) => error);
    expect(problem).toMatchObject({
      ...UNAVAILABLE,
      message: "Stripe is unavailable. Nothing was changed.",
    });
    const start = "The Stripe request to list prices failed. ";
    expect(shop.messages.map((message) => message.slice(start.length))).toEqual([reason]);
    expect(
      JSON.stringify([
        shop.messages,
        problem,
        (problem as Error).stack,
        String((problem as Error).cause),
      ]),
    ).not.toContain(shop.stub.key);
    expect(shop.stub.requests.map(({ path }) => path)).not.toContain("/stolen");
    expect(shop.stub.requests.length).toBeLessThanOrEqual(2);
  });

  it("times out after at most two attempts", async () => {
    const startedAt = performance.now();
    const provider = shop.createPayments({
      fetch: (_, init) =>
        new Promise((_resolve, reject) =>
          init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason)),
        ),
      timeoutMs: 100,
    });
    await expect(provider.findPayment("cs_test_1")).rejects.toMatchObject(UNAVAILABLE);
    expect(shop.messages).toEqual([
      "The Stripe request to read a Checkout Session failed. It timed out.",
    ]);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  it("logs the missing permission", async () => {
    shop.stub.forbid("rak_product_read");
    await expect(shop.payments.listOffers()).rejects.toMatchObject(UNAVAILABLE);
    expect(shop.messages[0]).toMatch(
      /needs Prices: Read and Products: Read \(missing: rak_product_read\)\.$/,
    );
  });
});
