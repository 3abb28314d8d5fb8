import { describe, expect, it } from "vitest";
import { useStripeShop } from "../ports/payments/use-stripe-shop.ts";

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
        new TextEncoder().encode(new TextDecoder().decode(body).replace("cs_test_1", "cs_test_2")),
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
