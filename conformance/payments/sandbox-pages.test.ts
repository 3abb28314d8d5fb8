import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  createSandboxFixture,
  paymentPath,
  VALID_FORM,
} from "../ports/payments/sandbox-fixture.ts";
import { useSandbox } from "./use-providers.ts";

describe("sandbox checkout page", () => {
  const sandbox = useSandbox();

  describe("the hosted payment page", () => {
    it("shows the order, its terms and a notice that no money moves", async () => {
      const { status, body } = await sandbox.showPage(
        await sandbox.open(["desk-monthly-subscription"]),
      );
      expect(status).toBe(200);
      for (const text of [
        "This is a sandbox. No money moves.",
        "Desk 3, monthly subscription",
        "€12.00 a month after a 14-day trial",
        "Nothing is due today.",
        "Then €12.00 a month from 5 December 2026",
        'name="card_number"',
      ])
        expect(body).toContain(text);
      expect(body).not.toContain('name="street"');
    });

    it("requests an address for shipped products, with shipping included", async () => {
      const { body } = await sandbox.showPage(await sandbox.open(["tether-cable-set"]));
      for (const text of [
        'name="street"',
        'autocomplete="shipping postal-code"',
        "<dt>Shipping</dt><dd>Included</dd>",
        '<option value="NL">Netherlands</option>',
      ])
        expect(body).toContain(text);
    });

    it("accepts only the countries that the shop ships to", async () => {
      const other = await createSandboxFixture({ shipsTo: ["NL", "BE"] });
      const offer = (await other.payments.listOffers()).offers.find(
        ({ id }) => id === "tether-cable-set",
      )!;
      const payment = await other.payments.openPayment({
        key: "k",
        checkout: "c",
        lines: [{ offer, quantity: 1 }],
        expires: "2026-11-21T16:00:00.000Z",
        returnUrl: "http://127.0.0.1:4100/",
      });
      const { body } = await other.request(paymentPath(payment));
      expect(
        [...body.matchAll(/<option value="(\w\w)">(\w+)/g)].map(([, code, name]) => [code, name]),
      ).toEqual([
        ["BE", "Belgium"],
        ["NL", "Netherlands"],
      ]);
      expect(
        (await other.request(paymentPath(payment), { ...VALID_FORM, country: "GB" })).status,
      ).toBe(422);
      expect(
        (await other.request(paymentPath(payment), { ...VALID_FORM, country: "BE" })).status,
      ).toBe(303);
      await other.close();
    });

    it("contains no script and nothing else that its security policy forbids", async () => {
      const { headers, body } = await sandbox.showPage(await sandbox.open(["tether-cable-set"]));
      const [, style] = /<style>([\s\S]*?)<\/style>/.exec(body)!;
      const hash = createHash("sha256").update(style!).digest("base64");
      expect(headers["content-security-policy"]).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' http://127.0.0.1:4100; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      );
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex, nofollow",
        "content-type": "text/html; charset=utf-8",
      });
      expect(body).not.toMatch(/<script|<link|\sstyle=|\son[a-z]+=|javascript:/i);
    });

    it("escapes the names of the shop and its products", async () => {
      const hostile = '<img src=x onerror=alert(1)>"&';
      const offer = {
        id: "a",
        product: "a",
        title: hostile,
        image: '/a"><script>.png',
        amount: 5,
        currency: "JPY",
        needsShipping: false,
        isAvailable: true,
      };
      const other = await createSandboxFixture({ offers: [offer], shopName: hostile });
      const payment = await other.payments.openPayment({
        key: "k",
        checkout: "c",
        lines: [{ offer, quantity: 1 }],
        expires: "2026-11-21T16:00:00.000Z",
        returnUrl: "http://127.0.0.1:4100/",
      });
      const { body } = await other.request(paymentPath(payment));
      expect(body).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&amp;");
      expect(body).toContain("¥5");
      expect(body).not.toMatch(/<img src=x|<script/);
      await other.close();
    });

    it("links back to the shop and leaves the payment open", async () => {
      const payment = await sandbox.open();
      expect((await sandbox.showPage(payment)).body).toContain(
        '<a href="http://127.0.0.1:4100/back?a=1&amp;b=2">Back to Haverlund without paying</a>',
      );
      expect(await sandbox.findState(payment)).toBe("open");
    });
  });
});

describe("sandbox receipt page", () => {
  const sandbox = useSandbox();

  describe("the receipt", () => {
    const readReceiptToken = (body: string) => /name="receipt" value="(\w+)"/.exec(body)![1]!;

    it("shows the buyer the order, their details and the last digits of the card", async () => {
      const { status, headers, body } = await sandbox.pay(await sandbox.open(["tether-cable-set"]));
      expect([status, body]).toEqual([303, ""]);
      expect(headers["location"]).toMatch(/^\/checkout\/receipt\/rcp_[\dA-Za-z]{27}$/);
      const receipt = await sandbox.request(headers["location"]!);
      expect(receipt.status).toBe(200);
      for (const text of [
        "Your payment succeeded",
        "No money has moved",
        "Tether balanced cable set",
        "€46.00",
        "ada@example.com",
        "12 St James’s Square",
        "SW1Y 4JH London",
        "United Kingdom",
        "Test card ending in 4242",
        "21 November 2026, 15:00 UTC",
        'href="http://127.0.0.1:4100/back?a=1&amp;b=2"',
      ])
        expect(receipt.body).toContain(text);
      expect(receipt.headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      });
    });

    it("is the only page that shows buyer details, and the payment page doesn't link to it", async () => {
      const payment = await sandbox.open(["tether-cable-set"]);
      const { headers } = await sandbox.pay(payment);
      const after = await sandbox.showPage(payment);
      expect([after.status, after.body.includes("This order is paid")]).toEqual([200, true]);
      expect(
        after.body + JSON.stringify(await sandbox.payments.findPayment(payment.id)),
      ).not.toMatch(/ada|Ada|London|SW1Y|4242|rcp_/);
      expect(headers["location"]).not.toContain(payment.id);
    });

    it("has a different URL each time the payment page is shown", async () => {
      const payment = await sandbox.open();
      const first = await sandbox.showPage(payment);
      const second = await sandbox.showPage(payment);
      expect(readReceiptToken(first.body)).not.toBe(readReceiptToken(second.body));
    });

    it("is the same if the buyer submits the form several times", async () => {
      const payment = await sandbox.open();
      const receipt = readReceiptToken((await sandbox.showPage(payment)).body);
      const responses = await Promise.all([1, 2, 3].map(() => sandbox.pay(payment, { receipt })));
      expect(responses.map(({ status, headers }) => [status, headers["location"]])).toEqual(
        Array(3).fill([303, `/checkout/receipt/${receipt}`]),
      );
      expect((await sandbox.listRows()).map(({ state }) => state).sort()).toEqual([
        "paid",
        "receipt",
      ]);
    });

    it("is not shown to another person who submits the form later", async () => {
      const payment = await sandbox.open();
      await sandbox.pay(payment, {
        receipt: readReceiptToken((await sandbox.showPage(payment)).body),
      });
      const second = await sandbox.pay(payment, {
        email: "eve@example.com",
        receipt: readReceiptToken((await sandbox.showPage(await sandbox.open())).body),
      });
      expect([second.status, second.headers["location"]]).toEqual([409, undefined]);
      expect(second.body).toContain("It was not paid a second time.");
      expect(JSON.stringify(await sandbox.listRows())).not.toContain("eve@");
    });

    it.each([
      "",
      "short",
      "rcp_",
      "rcp_'; drop table sandbox_payments; --",
      `rcp_${"a".repeat(28)}`,
    ])("gets a new URL if the form contains the invalid token '%s'", async (receipt) => {
      expect((await sandbox.pay(await sandbox.open(), { receipt })).headers["location"]).toMatch(
        /^\/checkout\/receipt\/rcp_[\dA-Za-z]{27}$/,
      );
    });

    it("can't be overwritten by the form of another payment", async () => {
      const [first, second] = [await sandbox.open(), await sandbox.open()];
      const receipt = readReceiptToken((await sandbox.showPage(first)).body);
      await sandbox.pay(first, { receipt });
      const { status, headers } = await sandbox.pay(second, { receipt, email: "eve@example.com" });
      expect(status).toBe(303);
      expect(headers["location"]).not.toContain(receipt);
      expect((await sandbox.request(`/checkout/receipt/${receipt}`)).body).toContain(
        "ada@example.com",
      );
    });

    it("is deleted after a day", async () => {
      const payment = await sandbox.open(["tether-cable-set"]);
      const { headers } = await sandbox.pay(payment);
      sandbox.advance(86_399_000);
      await sandbox.payments.sweep();
      expect((await sandbox.request(headers["location"]!)).status).toBe(200);
      sandbox.advance(1_000);
      expect((await sandbox.request(headers["location"]!)).status).toBe(404);
      await sandbox.payments.sweep();
      expect(JSON.stringify(await sandbox.listRows())).not.toMatch(/ada|London/);
      expect(await sandbox.findState(payment)).toBe("paid");
    });

    it("shows that a trial has started", async () => {
      const { headers } = await sandbox.pay(await sandbox.open(["desk-monthly-subscription"]));
      expect((await sandbox.request(headers["location"]!)).body).toContain(
        "Your trial has started",
      );
    });
  });
});
