import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  createSandboxFixture,
  paymentPath,
  VALID_FORM,
} from "../ports/payments/sandbox-fixture.ts";
import { useSandbox } from "../ports/payments/use-sandbox.ts";

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
