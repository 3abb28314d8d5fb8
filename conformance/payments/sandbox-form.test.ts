import { describe, expect, it } from "vitest";
import { explainSandboxUnavailable } from "../../adapters/payments/sandbox.ts";
import { paymentPath, VALID_FORM } from "../ports/payments/sandbox-fixture.ts";
import { useSandbox } from "./use-providers.ts";

describe("sandbox", () => {
  const sandbox = useSandbox();

  describe("explainSandboxUnavailable", () => {
    it.each([
      "https://shop.example",
      "http://127.0.0.1:4100",
      "http://localhost:4100",
      "http://[::1]:4100",
    ])("allows %s", (origin) => expect(explainSandboxUnavailable(origin)).toBeUndefined());
    it.each(["http://shop.example", "http://192.168.1.2:4100", "http://127.0.0.1.evil.example"])(
      "rejects %s",
      (origin) => {
        expect(explainSandboxUnavailable(origin)).toBe(
          `SITE_URL is "${origin}", but buyers enter addresses on the sandbox's payment page. Use https, or http on this machine only.`,
        );
      },
    );
  });

  describe("the amounts of a payment", () => {
    it.each([
      [["desk-license"], { subtotal: 18900, total: 18900 }],
      [["desk-monthly-subscription"], { subtotal: 1200, discount: 1200, total: 0 }],
      [
        ["tally-loudness-meter", "tether-cable-set"],
        { subtotal: 31100, shipping: 0, total: 31100 },
      ],
      [
        ["desk-yearly-subscription", "tether-cable-set"],
        { subtotal: 15400, discount: 10800, shipping: 0, total: 4600 },
      ],
    ])("are correct for %j", async (ids, amounts) =>
      expect((await sandbox.open(ids)).amounts).toEqual(amounts),
    );
  });

  it("sweeps more payments than one batch holds", async () => {
    for (let index = 0; index < 1_100; index++)
      await sandbox.open(undefined, { key: `many-${index}` });
    sandbox.advance(3_600_000);
    await sandbox.payments.sweep();
    expect((await sandbox.listRows()).every(({ state }) => state === "closed")).toBe(true);
  });
});

describe("sandbox form", () => {
  const sandbox = useSandbox();

  describe("the payment form", () => {
    it("shows all errors beside the fields and at the top, and keeps the input", async () => {
      const payment = await sandbox.open(["tether-cable-set"]);
      const { status, body } = await sandbox.pay(payment, {
        email: "ada@",
        postal_code: "",
        country: "XX",
        city: "<b>London",
        card_expiry: "10/26",
        card_code: "12",
      });
      expect(status).toBe(422);
      expect(body).toContain("<title>Error: Pay Haverlund €46.00");
      expect(body).toMatch(/role="alert" tabindex="-1" autofocus/);
      expect([...body.matchAll(/<li><a href="#(\w+)">/g)].map(([, field]) => field)).toEqual([
        "email",
        "postal_code",
        "country",
        "card_expiry",
        "card_code",
      ]);
      expect(body).toContain(
        '<p class="field-error" id="email-error">Error: Enter a complete email address, such as name@example.com.</p>',
      );
      expect(body).toMatch(
        /<input id="email"[^>]* aria-describedby="email-hint email-error" aria-invalid="true"[^>]* value="ada@"/,
      );
      expect(body).toContain('value="&lt;b&gt;London"');
      expect(await sandbox.findState(payment)).toBe("open");
    });

    it.each(["4111 1111 1111 1111", "5555555555554444", "4242 4242 4242 4241", "no card"])(
      "rejects %s because it is not a test card, and neither stores nor shows it",
      async (card_number) => {
        const payment = await sandbox.open();
        const { status, body } = await sandbox.pay(payment, { card_number });
        expect([status, await sandbox.findState(payment)]).toEqual([422, "open"]);
        expect(body).toContain(
          "The sandbox accepts no other card, and it did not store the number",
        );
        expect(body + JSON.stringify(await sandbox.listRows())).not.toContain(card_number);
      },
    );

    it("never shows the number or code of a test card again", async () => {
      const { body } = await sandbox.pay(await sandbox.open(), {
        email: "",
        card_number: "4242-4242-4242-4242",
        card_code: "987",
      });
      expect(body).not.toMatch(/4242-4242|987/);
    });

    it("handles an empty form and unexpected fields", async () => {
      const payment = await sandbox.open(["tether-cable-set"]);
      const strange = JSON.parse(
        `{"email": "\\u0000\\u202e", "name": "${"x".repeat(10_000)}", "__proto__": "x", "constructor": "y"}`,
      );
      for (const form of [{}, strange])
        expect((await sandbox.request(paymentPath(payment), form)).status).toBe(422);
    });

    it.each([
      ["4000 0000 0000 0002", "The card was declined. Nothing was paid."],
      ["4000 0000 0000 9995", "The card has insufficient funds. Nothing was paid."],
    ])("declines %s, and then accepts another card", async (card_number, heading) => {
      const payment = await sandbox.open();
      const { status, body } = await sandbox.pay(payment, { card_number });
      expect([status, await sandbox.findState(payment)]).toEqual([402, "open"]);
      expect(body).toContain(heading);
      expect(body).toContain('value="ada@example.com"');
      expect((await sandbox.pay(payment)).status).toBe(303);
    });

    it.each([
      "ada@example.com",
      "a.b+c@sub.example.co",
      "ünï@müller.example",
      "o'hara@example.com",
    ])("accepts the email address %s", async (email) => {
      expect((await sandbox.pay(await sandbox.open(), { email })).status).toBe(303);
    });
    it.each([
      "ada",
      "@example.com",
      "ada@example",
      "ada@.example.com",
      "a b@example.com",
      "ada@example..com",
      "ada@-example.com",
      `${"a".repeat(65)}@example.com`,
      "a@b@example.com",
      "<a@example.com>",
    ])("rejects the email address %s", async (email) => {
      expect((await sandbox.pay(await sandbox.open(), { email })).status).toBe(422);
    });

    it.each(["12/34", "1234", "12 / 2034", "1-34", "11/26"])(
      "accepts the expiry date %s",
      async (card_expiry) =>
        expect((await sandbox.pay(await sandbox.open(), { card_expiry })).status).toBe(303),
    );
    it.each(["13/34", "00/34", "10/26", "12/1934", "soon", "12"])(
      "rejects the expiry date %s",
      async (card_expiry) =>
        expect((await sandbox.pay(await sandbox.open(), { card_expiry })).status).toBe(422),
    );
  });
});

describe("sandbox status pages", () => {
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
});
