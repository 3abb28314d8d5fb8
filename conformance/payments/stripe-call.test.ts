import { describe, expect, it } from "vitest";
import { UNAVAILABLE, useStripeShop } from "./use-providers.ts";

describe("Stripe requests", () => {
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
      let attempts = 0;
      const provider = shop.createPayments({
        fetch(_, init) {
          attempts += 1;
          return new Promise((_resolve, reject) =>
            init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason)),
          );
        },
        timeoutMs: 100,
      });
      await expect(provider.findPayment("cs_test_1")).rejects.toMatchObject(UNAVAILABLE);
      expect(shop.messages).toEqual([
        "The Stripe request to read a Checkout Session failed. It timed out.",
      ]);
      expect(attempts).toBeLessThanOrEqual(2);
    });

    it("logs the missing permission", async () => {
      shop.stub.forbid("rak_product_read");
      await expect(shop.payments.listOffers()).rejects.toMatchObject(UNAVAILABLE);
      expect(shop.messages[0]).toMatch(
        /needs Prices: Read and Products: Read \(missing: rak_product_read\)\.$/,
      );
    });
  });
});

describe("Stripe webhooks", () => {
  const shop = useStripeShop();

  describe("readEvent", () => {
    const session = { id: "cs_test_1", object: "checkout.session" };
    const createEvent = (type: string, object: object = session) => ({
      id: "evt_7",
      object: "event",
      type,
      data: { object },
    });
    const invalidSignature = { code: "invalid_signature", status: 400 };

    it.each(["completed", "async_payment_succeeded", "async_payment_failed", "expired"])(
      "returns the payment ID of checkout.session.%s",
      async (name) => {
        const { body, headers } = shop.stub.webhook(createEvent(`checkout.session.${name}`));
        expect(await shop.payments.readEvent!(body, headers)).toEqual({
          id: "evt_7",
          payment: "cs_test_1",
        });
      },
    );

    it.each(["invoice.paid", "customer.created", "price.something", "checkout.session.updated"])(
      "ignores the event type %s",
      async (type) => {
        const { body, headers } = shop.stub.webhook(createEvent(type));
        expect(await shop.payments.readEvent!(body, headers)).toBeUndefined();
      },
    );

    it("reads the webhook of a payment", async () => {
      const { id } = await shop.payments.openPayment(await shop.createOrder(shop.prices.plugin));
      shop.stub.account.payCheckout(id);
      const { body, headers } = shop.stub.webhook(shop.stub.events.at(-1)!);
      expect(await shop.payments.readEvent!(body, headers)).toEqual({
        id: shop.stub.events.at(-1)!.id,
        payment: id,
      });
    });

    it("rejects another secret, a changed body, an old timestamp and an incomplete or missing signature", async () => {
      const { body, headers } = shop.stub.webhook(createEvent("checkout.session.completed"));
      const readEvent = shop.payments.readEvent!;
      await expect(
        shop.createPayments({ webhookSecret: "whsec_other" }).readEvent!(body, headers),
      ).rejects.toMatchObject(invalidSignature);
      await expect(
        readEvent(
          new TextEncoder().encode(
            new TextDecoder().decode(body).replace("cs_test_1", "cs_test_2"),
          ),
          headers,
        ),
      ).rejects.toMatchObject(invalidSignature);
      await expect(readEvent(body, new Headers())).rejects.toMatchObject({
        ...invalidSignature,
        message: "The request has no Stripe-Signature header.",
      });
      for (const header of [
        "",
        "t=1",
        "t=1,v1=",
        "t=1,v1=,v1=ab",
        "v1=ab",
        "t=x,v1=ab",
        headers.get("stripe-signature")!.slice(0, 40),
        headers.get("stripe-signature")!.replace("v1=", "v2="),
      ]) {
        await expect(
          readEvent(body, new Headers({ "stripe-signature": header })),
          header,
        ).rejects.toMatchObject(invalidSignature);
      }
      await expect(readEvent(new Uint8Array(), headers)).rejects.toMatchObject(invalidSignature);
      shop.stub.advance(302_000);
      await expect(readEvent(body, headers)).rejects.toMatchObject({
        ...invalidSignature,
        message: "The signature is more than 300 seconds old.",
      });
    });

    it("rejects webhooks if no secret is set, and names the setting", async () => {
      const { body, headers } = shop.stub.webhook(createEvent("checkout.session.completed"));
      await expect(
        shop.createPayments({ webhookSecret: undefined }).readEvent!(body, headers),
      ).rejects.toMatchObject({
        ...invalidSignature,
        message: expect.stringContaining("STRIPE_WEBHOOK_SECRET"),
      });
    });

    it("ignores thin events and JSON that is not an event", async () => {
      for (const item of [{ object: "v2.core.event", id: "evt_1" }, { nothing: true }, []]) {
        const { body, headers } = shop.stub.webhook(item);
        expect(await shop.payments.readEvent!(body, headers)).toBeUndefined();
      }
    });
  });
});
