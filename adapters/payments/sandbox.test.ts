import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createSandboxFixture,
  paymentPath,
  type SandboxFixture,
  VALID_FORM,
} from "../../conformance/ports/payments/sandbox-fixture.ts";
import type { Order, Payment } from "../../core/ports/payments.ts";
import { explainSandboxUnavailable } from "./sandbox.ts";

let sandbox: SandboxFixture;
beforeEach(async () => void (sandbox = await createSandboxFixture()));
afterEach(() => sandbox.close());

let keys = 0;
async function open(
  ids: readonly string[] = ["desk-license"],
  overrides: Partial<Order> = {},
): Promise<Payment> {
  const { offers } = await sandbox.payments.listOffers();
  const lines = ids.map((id) => ({ offer: offers.find((offer) => offer.id === id)!, quantity: 1 }));
  const order = {
    key: `k${++keys}`,
    checkout: "c",
    lines,
    expires: new Date(sandbox.now() + 3_600_000).toISOString(),
    returnUrl: "http://127.0.0.1:4100/back?a=1&b=2",
  };
  return sandbox.payments.openPayment({ ...order, ...overrides });
}
const stateOf = async ({ id }: Payment) => (await sandbox.payments.findPayment(id))?.state;
const pay = (payment: Payment, input: Partial<typeof VALID_FORM> & { receipt?: string } = {}) =>
  sandbox.request(paymentPath(payment), { ...VALID_FORM, ...input });
const rows = () => sandbox.sql.query("select * from sandbox_payments");

describe("where the sandbox may run", () => {
  test.each([
    "https://shop.example",
    "http://127.0.0.1:4100",
    "http://localhost:4100",
    "http://[::1]:4100",
  ])("%s", (origin) => expect(explainSandboxUnavailable(origin)).toBeUndefined());
  test.each(["http://shop.example", "http://192.168.1.2:4100", "http://127.0.0.1.evil.example"])(
    "not %s",
    (origin) => {
      expect(explainSandboxUnavailable(origin)).toBe(
        `SITE_URL is ${origin}: people type their address into the sandbox's payment page, so it must begin with https:// unless it is this machine.`,
      );
    },
  );
});

describe("what is due", () => {
  test.each([
    [["desk-license"], { subtotal: 18900, total: 18900 }],
    [["desk-monthly-subscription"], { subtotal: 1200, discount: 1200, total: 0 }],
    [["tally-loudness-meter", "tether-cable-set"], { subtotal: 31100, shipping: 0, total: 31100 }],
    [
      ["desk-yearly-subscription", "tether-cable-set"],
      { subtotal: 15400, discount: 10800, shipping: 0, total: 4600 },
    ],
  ])("of %j", async (ids, amounts) => expect((await open(ids)).amounts).toEqual(amounts));
});

describe("the page to pay on", () => {
  test("shows the order, its terms in plain words, and that no money moves", async () => {
    const { status, body } = await sandbox.request(
      paymentPath(await open(["desk-monthly-subscription"])),
    );
    expect(status).toBe(200);
    for (const text of [
      "This is a sandbox: no money moves.",
      "Desk 3, monthly subscription",
      "€12.00 a month after a 14-day trial",
      "Nothing is due today.",
      "Then €12.00 a month from 5 December 2026",
      'name="card_number"',
    ])
      expect(body).toContain(text);
    expect(body).not.toContain('name="street"');
  });

  test("asks for an address where something is sent, and says that shipping is included", async () => {
    const { body } = await sandbox.request(paymentPath(await open(["tether-cable-set"])));
    for (const text of [
      'name="street"',
      'autocomplete="shipping postal-code"',
      "<dt>Shipping</dt><dd>Included</dd>",
      '<option value="NL">Netherlands</option>',
    ])
      expect(body).toContain(text);
  });

  test("sends to the countries that the shop names, and nowhere else", async () => {
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

  test("holds no script, and nothing that its policy forbids", async () => {
    const { headers, body } = await sandbox.request(paymentPath(await open(["tether-cable-set"])));
    const [, style] = /<style>([^]*?)<\/style>/.exec(body)!;
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

  test("escapes what the shop and its products are called", async () => {
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

  test("can be left: the payment stays open", async () => {
    const payment = await open();
    expect((await sandbox.request(paymentPath(payment))).body).toContain(
      '<a href="http://127.0.0.1:4100/back?a=1&amp;b=2">Back to Haverlund without paying</a>',
    );
    expect(await stateOf(payment)).toBe("open");
  });
});

describe("a form that is not right", () => {
  test("is answered with all that is wrong, beside each field and at the top, and with what was typed", async () => {
    const payment = await open(["tether-cable-set"]);
    const { status, body } = await pay(payment, {
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
      '<p class="wrong" id="email-wrong">Error: Enter an email address in full, such as name@example.com.</p>',
    );
    expect(body).toMatch(
      /<input id="email"[^>]* value="ada@"[^>]* aria-describedby="email-hint email-wrong" aria-invalid="true">/,
    );
    expect(body).toContain('value="&lt;b&gt;London"');
    expect(await stateOf(payment)).toBe("open");
  });

  test.each(["4111 1111 1111 1111", "5555555555554444", "4242 4242 4242 4241", "no card"])(
    "refuses %s, which is no test card, and neither keeps nor shows it",
    async (card_number) => {
      const payment = await open();
      const { status, body } = await pay(payment, { card_number });
      expect([status, await stateOf(payment)]).toEqual([422, "open"]);
      expect(body).toContain(
        "this is a sandbox and takes no other. The number that you typed was not kept",
      );
      expect(body + JSON.stringify(await rows())).not.toContain(card_number);
    },
  );

  test("never shows a test card's number or code again either", async () => {
    const { body } = await pay(await open(), {
      email: "",
      card_number: "4242-4242-4242-4242",
      card_code: "987",
    });
    expect(body).not.toMatch(/4242-4242|987/);
  });

  test("takes an empty form and one of strange fields", async () => {
    const payment = await open(["tether-cable-set"]);
    const strange = JSON.parse(
      `{"email": "\\u0000\\u202e", "name": "${"x".repeat(10_000)}", "__proto__": "x", "constructor": "y"}`,
    );
    for (const form of [{}, strange])
      expect((await sandbox.request(paymentPath(payment), form)).status).toBe(422);
  });

  test.each([
    ["4000 0000 0000 0002", "The card was declined, and nothing was paid"],
    ["4000 0000 0000 9995", "There is too little money on the card, and nothing was paid"],
  ])("declines %s, and takes another", async (card_number, heading) => {
    const payment = await open();
    const { status, body } = await pay(payment, { card_number });
    expect([status, await stateOf(payment)]).toEqual([402, "open"]);
    expect(body).toContain(heading);
    expect(body).toContain('value="ada@example.com"');
    expect((await pay(payment)).status).toBe(303);
  });

  test.each([
    "ada@example.com",
    "a.b+c@sub.example.co",
    "ünï@müller.example",
    "o'hara@example.com",
  ])("takes %s for an address", async (email) => {
    expect((await pay(await open(), { email })).status).toBe(303);
  });
  test.each([
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
  ])("does not take %s for one", async (email) => {
    expect((await pay(await open(), { email })).status).toBe(422);
  });

  test.each(["12/34", "1234", "12 / 2034", "1-34", "11/26"])(
    "takes %s for an expiry date",
    async (card_expiry) => expect((await pay(await open(), { card_expiry })).status).toBe(303),
  );
  test.each(["13/34", "00/34", "10/26", "12/1934", "soon", "12"])(
    "does not take %s for one",
    async (card_expiry) => expect((await pay(await open(), { card_expiry })).status).toBe(422),
  );
});

describe("the receipt", () => {
  const receiptOf = (body: string) => /name="receipt" value="(\w+)"/.exec(body)![1]!;

  test("is where the buyer is sent, with what was bought and typed, and the card's last digits", async () => {
    const { status, headers, body } = await pay(await open(["tether-cable-set"]));
    expect([status, body]).toEqual([303, ""]);
    expect(headers["location"]).toMatch(/^\/checkout\/receipt\/rcp_[\dA-Za-z]{27}$/);
    const receipt = await sandbox.request(headers["location"]!);
    expect(receipt.status).toBe(200);
    for (const text of [
      "it is paid",
      "no money has moved",
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

  test("is known to nobody who knows the page: nothing that was typed is shown there", async () => {
    const payment = await open(["tether-cable-set"]);
    const { headers } = await pay(payment);
    const after = await sandbox.request(paymentPath(payment));
    expect([after.status, after.body.includes("This order is paid")]).toEqual([200, true]);
    expect(after.body + JSON.stringify(await sandbox.payments.findPayment(payment.id))).not.toMatch(
      /ada|Ada|London|SW1Y|4242|rcp_/,
    );
    expect(headers["location"]).not.toContain(payment.id);
  });

  test("has another address each time the page is shown", async () => {
    const path = paymentPath(await open());
    expect(receiptOf((await sandbox.request(path)).body)).not.toBe(
      receiptOf((await sandbox.request(path)).body),
    );
  });

  test("is one, and is found again, by whoever presses the button twice", async () => {
    const payment = await open();
    const receipt = receiptOf((await sandbox.request(paymentPath(payment))).body);
    const responses = await Promise.all([1, 2, 3].map(() => pay(payment, { receipt })));
    expect(responses.map(({ status, headers }) => [status, headers["location"]])).toEqual(
      Array(3).fill([303, `/checkout/receipt/${receipt}`]),
    );
    expect((await rows()).map(({ state }) => state).sort()).toEqual(["paid", "receipt"]);
  });

  test("is not given to somebody else who pays a second time", async () => {
    const payment = await open();
    await pay(payment, { receipt: receiptOf((await sandbox.request(paymentPath(payment))).body) });
    const second = await pay(payment, {
      email: "eve@example.com",
      receipt: receiptOf((await sandbox.request(paymentPath(await open()))).body),
    });
    expect([second.status, second.headers["location"]]).toEqual([409, undefined]);
    expect(second.body).toContain("It was not paid a second time.");
    expect(JSON.stringify(await rows())).not.toContain("eve@");
  });

  test.each([
    "",
    "short",
    "rcp_",
    "rcp_'; drop table sandbox_payments; --",
    `rcp_${"a".repeat(28)}`,
  ])("has an address of ours, whatever the form says: %s", async (receipt) => {
    expect((await pay(await open(), { receipt })).headers["location"]).toMatch(
      /^\/checkout\/receipt\/rcp_[\dA-Za-z]{27}$/,
    );
  });

  test("keeps to its payment: another payment's form can't overwrite it", async () => {
    const [first, second] = [await open(), await open()];
    const receipt = receiptOf((await sandbox.request(paymentPath(first))).body);
    await pay(first, { receipt });
    const { status, headers } = await pay(second, { receipt, email: "eve@example.com" });
    expect(status).toBe(303);
    expect(headers["location"]).not.toContain(receipt);
    expect((await sandbox.request(`/checkout/receipt/${receipt}`)).body).toContain(
      "ada@example.com",
    );
  });

  test("is gone after a day, for good", async () => {
    const payment = await open(["tether-cable-set"]);
    const { headers } = await pay(payment);
    sandbox.advance(86_399_000);
    await sandbox.payments.sweep();
    expect((await sandbox.request(headers["location"]!)).status).toBe(200);
    sandbox.advance(1_000);
    expect((await sandbox.request(headers["location"]!)).status).toBe(404);
    await sandbox.payments.sweep();
    expect(JSON.stringify(await rows())).not.toMatch(/ada|London/);
    expect(await stateOf(payment)).toBe("paid");
  });

  test("of a trial says that it has begun", async () => {
    const { headers } = await pay(await open(["desk-monthly-subscription"]));
    expect((await sandbox.request(headers["location"]!)).body).toContain("your trial has begun");
  });
});

describe("a payment that takes some seconds", () => {
  test.each([
    ["4000 0000 0000 1109", "paid", "it is paid", 200],
    ["4000 0000 0000 1208", "failed", "did not arrive", 410],
  ])("by %s ends as %s", async (card_number, state, text, status) => {
    const payment = await open();
    const { headers } = await pay(payment, { card_number });
    expect(await stateOf(payment)).toBe("processing");
    expect((await sandbox.request(headers["location"]!)).body).toContain(
      "Your payment is on its way",
    );
    expect((await sandbox.request(paymentPath(payment))).body).toContain(
      "This payment is on its way",
    );
    sandbox.advance(8_000);
    expect(await stateOf(payment)).toBe(state);
    expect((await sandbox.request(headers["location"]!)).body).toContain(text);
    expect((await sandbox.request(paymentPath(payment))).status).toBe(status);
  });
});

describe("a page that is over", () => {
  test("says that it has run out, and takes no money", async () => {
    const payment = await open();
    sandbox.advance(3_600_000);
    const page = await sandbox.request(paymentPath(payment));
    expect([page.status, page.body.includes("This checkout has run out")]).toEqual([410, true]);
    const rejected = await pay(payment);
    expect([
      rejected.status,
      rejected.body.includes("What you sent was not kept, and nothing was paid."),
    ]).toEqual([410, true]);
    expect(JSON.stringify(await rows())).not.toContain("ada@");
  });

  test("says that it is closed, and takes no money", async () => {
    const payment = await open();
    await sandbox.payments.closePayment(payment.id);
    for (const response of [await sandbox.request(paymentPath(payment)), await pay(payment)]) {
      expect([response.status, response.body.includes("This checkout is closed")]).toEqual([
        410,
        true,
      ]);
      expect(response.body).toContain("Back to Haverlund");
    }
  });

  test.each(["none", "sbx_000000000000000000000000000", "rcp_000000000000000000000000000"])(
    "or never was: %s",
    async (id) => {
      for (const response of [
        await sandbox.request(`/checkout/pay/${id}`),
        await sandbox.request(`/checkout/pay/${id}`, VALID_FORM),
      ]) {
        expect([response.status, response.body.includes("There is no such checkout")]).toEqual([
          404,
          true,
        ]);
      }
    },
  );

  test("a payment's id is no receipt's, and the other way round", async () => {
    const payment = await open();
    const { headers } = await pay(payment);
    expect((await sandbox.request(`/checkout/receipt/${payment.id}`)).status).toBe(404);
    const receipt = headers["location"]!.split("/").at(-1)!;
    expect((await sandbox.request(`/checkout/pay/${receipt}`)).status).toBe(404);
    expect(await sandbox.payments.findPayment(receipt)).toBeUndefined();
  });

  test("can't be told while the storage is down: a page says so", async () => {
    const payment = await open();
    await sandbox.failProvider();
    for (const response of [await sandbox.request(paymentPath(payment)), await pay(payment)]) {
      expect([response.status, response.headers["retry-after"]]).toEqual([503, "30"]);
      expect(response.body).not.toContain("down");
    }
  });
});

test("many who are swept are swept in turn", async () => {
  for (let index = 0; index < 1_100; index++) await open(undefined, { key: `many-${index}` });
  sandbox.advance(3_600_000);
  await sandbox.payments.sweep();
  expect((await rows()).every(({ state }) => state === "closed")).toBe(true);
});
