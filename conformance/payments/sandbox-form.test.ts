import { describe, expect, it } from "vitest";
import { paymentPath } from "../ports/payments/sandbox-fixture.ts";
import { useSandbox } from "../ports/payments/use-sandbox.ts";

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
      '<p class="wrong" id="email-wrong">Error: Enter a complete email address, such as name@example.com.</p>',
    );
    expect(body).toMatch(
      /<input id="email"[^>]* value="ada@"[^>]* aria-describedby="email-hint email-wrong" aria-invalid="true">/,
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
      expect(body).toContain("The sandbox accepts no other card, and it did not store the number");
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

  it.each(["ada@example.com", "a.b+c@sub.example.co", "ünï@müller.example", "o'hara@example.com"])(
    "accepts the email address %s",
    async (email) => {
      expect((await sandbox.pay(await sandbox.open(), { email })).status).toBe(303);
    },
  );
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
