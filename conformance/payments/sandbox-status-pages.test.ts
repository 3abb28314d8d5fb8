import { describe, expect, it } from "vitest";
import { VALID_FORM } from "../ports/payments/sandbox-fixture.ts";
import { useSandbox } from "../ports/payments/use-sandbox.ts";

const sandbox = useSandbox();

describe("a delayed payment", () => {
  it.each([
    ["4000 0000 0000 1109", "paid", "Your payment succeeded", 200],
    ["4000 0000 0000 1208", "failed", "payment failed", 410],
  ])("with card %s is finally %s", async (card_number, state, text, status) => {
    const payment = await sandbox.open();
    const { headers } = await sandbox.pay(payment, { card_number });
    expect(await sandbox.findState(payment)).toBe("processing");
    expect((await sandbox.request(headers["location"]!)).body).toContain(
      "Your payment is processing",
    );
    expect((await sandbox.showPage(payment)).body).toContain("This payment is processing");
    sandbox.advance(8_000);
    expect(await sandbox.findState(payment)).toBe(state);
    expect((await sandbox.request(headers["location"]!)).body).toContain(text);
    expect((await sandbox.showPage(payment)).status).toBe(status);
  });
});

describe("a payment page that is no longer open", () => {
  it("shows that it has expired, and rejects payments", async () => {
    const payment = await sandbox.open();
    sandbox.advance(3_600_000);
    const page = await sandbox.showPage(payment);
    expect([page.status, page.body.includes("This checkout has expired")]).toEqual([410, true]);
    const rejected = await sandbox.pay(payment);
    expect([
      rejected.status,
      rejected.body.includes("Your details were not stored, and nothing was paid."),
    ]).toEqual([410, true]);
    expect(JSON.stringify(await sandbox.listRows())).not.toContain("ada@");
  });

  it("shows that it is closed, and rejects payments", async () => {
    const payment = await sandbox.open();
    await sandbox.payments.closePayment(payment.id);
    for (const response of [await sandbox.showPage(payment), await sandbox.pay(payment)]) {
      expect([response.status, response.body.includes("This checkout is closed")]).toEqual([
        410,
        true,
      ]);
      expect(response.body).toContain("Back to Haverlund");
    }
  });

  it.each(["none", "sbx_000000000000000000000000000", "rcp_000000000000000000000000000"])(
    "returns 404 for the unknown payment %s",
    async (id) => {
      for (const response of [
        await sandbox.request(`/checkout/pay/${id}`),
        await sandbox.request(`/checkout/pay/${id}`, VALID_FORM),
      ]) {
        expect([response.status, response.body.includes("Checkout not found")]).toEqual([
          404,
          true,
        ]);
      }
    },
  );

  it("keeps payment IDs and receipt tokens apart", async () => {
    const payment = await sandbox.open();
    const { headers } = await sandbox.pay(payment);
    expect((await sandbox.request(`/checkout/receipt/${payment.id}`)).status).toBe(404);
    const receipt = headers["location"]!.split("/").at(-1)!;
    expect((await sandbox.request(`/checkout/pay/${receipt}`)).status).toBe(404);
    expect(await sandbox.payments.findPayment(receipt)).toBeUndefined();
  });

  it("returns 503 while the database is unavailable", async () => {
    const payment = await sandbox.open();
    await sandbox.failProvider();
    for (const response of [await sandbox.showPage(payment), await sandbox.pay(payment)]) {
      expect([response.status, response.headers["retry-after"]]).toEqual([503, "30"]);
      expect(response.body).not.toContain("down");
    }
  });
});
