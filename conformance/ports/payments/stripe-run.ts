/** Puts the driver of Stripe through what a runtime could do differently; prints a line of JSON for each promise that is kept. */
import assert from "node:assert/strict";
import process from "node:process";
import { stripePayments } from "../../../adapters/payments/stripe.ts";
import { fillShop } from "../../rig/stripe/shop.ts";
import { stripeStub } from "../../rig/stripe/stub.ts";

const stub = await stripeStub();
const shop = fillShop(stub);
const told: string[] = [];
const payments = stripePayments({
  key: stub.key,
  webhookSecret: stub.webhookSecret,
  apiUrl: stub.url,
  shipsTo: ["DK"],
  now: stub.now,
  timeoutMs: 500,
  tell: (sentence) => told.push(sentence),
});
const kept = (promise: string) => console.log(JSON.stringify(promise));
const unavailable = { name: "Problem", code: "payments_unavailable" };

const { offers } = await payments.offers();
assert.equal(offers.length, 7);
kept("lists the offers");

const offer = offers.find(({ id }) => id === shop.stand.id)!;
const order = {
  key: "one",
  checkout: "chk_1",
  lines: [{ offer, quantity: 2 }],
  expires: new Date(stub.now() + 3_600_000).toISOString(),
  returnUrl: "https://shop.example/æ?x=1&y=å",
};
const opened = await payments.open(order);
assert.deepEqual(
  [opened.state, opened.amounts.total, (await payments.open(order)).id],
  ["open", 2 * offer.amount, opened.id],
);
assert.equal(stub.account.sessions.get(opened.id)!["success_url"], order.returnUrl);
kept("opens one page by one key");

stub.account.pay(opened.id);
assert.equal((await payments.find(opened.id))!.state, "paid");
assert.equal((await payments.close(opened.id)).state, "paid");
assert.equal(await payments.find("cs_test_none"), undefined);
kept("says what became of it");

const { body, headers } = stub.webhook(stub.events.at(-1)!);
assert.equal((await payments.noticeOf!(body, headers))!.payment, opened.id);
body[body.length - 2] = 0x20;
await assert.rejects(payments.noticeOf!(body, headers), { code: "invalid_signature" });
kept("checks what a webhook is signed with");

stub.instead(() => ({ status: 307, body: {}, headers: { location: `${stub.url}/stolen` } }));
await assert.rejects(payments.find(opened.id), unavailable);
assert.ok(!stub.asked.some(({ path }) => path === "/stolen"));
kept("follows no redirect");

stub.instead(() => "cut");
await assert.rejects(payments.find(opened.id), unavailable);
stub.instead(() => "silence");
const began = performance.now();
await assert.rejects(payments.find(opened.id), unavailable);
assert.ok(performance.now() - began < 3_000);
assert.ok(
  told.some((sentence) => sentence.endsWith("it did not answer in time.")),
  told.join("\n"),
);
assert.ok(!told.join().includes(stub.key));
kept("waits no longer than it should");

await stub.close();
process.exit(0);
