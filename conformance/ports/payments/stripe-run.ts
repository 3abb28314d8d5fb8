// Checks the Stripe provider where runtimes could differ. Prints each check that passes as a JSON
// string.
import assert from "node:assert/strict";
import process from "node:process";
import { createStripePayments } from "../../../adapters/payments/stripe.ts";
import { seedShop } from "../../fixtures/stripe/seed-shop.ts";
import { startStripeStub } from "../../fixtures/stripe/stub.ts";

const stub = await startStripeStub();
const shop = seedShop(stub);
const errors: string[] = [];
const payments = createStripePayments({
  key: stub.key,
  webhookSecret: stub.webhookSecret,
  apiUrl: stub.url,
  shipsTo: ["DK"],
  now: stub.now,
  timeoutMs: 500,
  log: (message) => errors.push(message),
});
const reportPassed = (check: string) => console.log(JSON.stringify(check));
const unavailable = { name: "Problem", code: "payments_unavailable" };

const { offers } = await payments.listOffers();
assert.equal(offers.length, 7);
reportPassed("lists the offers");

const offer = offers.find(({ id }) => id === shop.stand.id)!;
const order = {
  key: "one",
  checkout: "chk_1",
  lines: [{ offer, quantity: 2 }],
  expires: new Date(stub.now() + 3_600_000).toISOString(),
  returnUrl: "https://shop.example/æ?x=1&y=å",
};
const openedPayment = await payments.openPayment(order);
assert.deepEqual(
  [openedPayment.state, openedPayment.amounts.total, (await payments.openPayment(order)).id],
  ["open", 2 * offer.amount, openedPayment.id],
);
assert.equal(stub.account.sessions.get(openedPayment.id)!["success_url"], order.returnUrl);
reportPassed("opens one page for each key");

stub.account.payCheckout(openedPayment.id);
assert.equal((await payments.findPayment(openedPayment.id))!.state, "paid");
assert.equal((await payments.closePayment(openedPayment.id)).state, "paid");
assert.equal(await payments.findPayment("cs_test_none"), undefined);
reportPassed("returns the payment state");

const { body, headers } = stub.webhook(stub.events.at(-1)!);
assert.equal((await payments.readEvent!(body, headers))!.payment, openedPayment.id);
body[body.length - 2] = 0x20;
await assert.rejects(payments.readEvent!(body, headers), { code: "invalid_signature" });
reportPassed("verifies webhook signatures");

stub.setFault(() => ({ status: 307, body: {}, headers: { location: `${stub.url}/stolen` } }));
await assert.rejects(payments.findPayment(openedPayment.id), unavailable);
assert.ok(!stub.requests.some(({ path }) => path === "/stolen"));
reportPassed("never follows a redirect");

stub.setFault(() => "cut");
await assert.rejects(payments.findPayment(openedPayment.id), unavailable);
stub.setFault(() => "silence");
const startedAt = performance.now();
await assert.rejects(payments.findPayment(openedPayment.id), unavailable);
assert.ok(performance.now() - startedAt < 3_000);
assert.ok(
  errors.some((message) => message.endsWith("It timed out.")),
  errors.join("\n"),
);
assert.ok(!errors.join().includes(stub.key));
reportPassed("times out");

await stub.close();
process.exit(0);
