/** Puts the sandbox through what a runtime could do differently; prints a line of JSON for each promise that is kept. */
import assert from "node:assert/strict";
import { pathOf, sandboxRig, TYPED } from "./sandbox-rig.ts";

const rig = await sandboxRig();
const kept = (promise: string) => console.log(JSON.stringify(promise));

const { offers } = await rig.payments.offers();
assert.equal(offers.length, 9);
kept("lists the demo shop's products");

const lines = ["desk-yearly-subscription", "tether-cable-set"].map((id) => ({
  offer: offers.find((offer) => offer.id === id)!,
  quantity: 2,
}));
const order = {
  key: "one",
  checkout: "chk_1",
  lines,
  expires: new Date(rig.now() + 3_600_000).toISOString(),
  returnUrl: "http://127.0.0.1:4100/",
};
const payment = await rig.payments.open(order);
const { body } = await rig.ask(pathOf(payment));
for (const text of [
  "Pay Haverlund €92.00",
  "€216.00",
  "5 December 2026",
  '<option value="CI">Côte d’Ivoire</option>',
  "16:00 UTC",
])
  assert.ok(body.includes(text), text);
kept("writes money, days and countries");

const refused = await rig.ask(pathOf(payment), { ...TYPED, card_number: "4111111111111111" });
assert.equal(refused.status, 422);
const paid = await rig.ask(pathOf(payment), TYPED);
assert.equal(paid.status, 303);
assert.ok((await rig.ask(paid.headers["location"]!)).body.includes("12 St James’s Square"));
assert.equal((await rig.payments.find(payment.id))!.state, "paid");
kept("takes a test card, and shows a receipt");

rig.pass(86_400_000);
await rig.payments.sweep();
assert.equal((await rig.ask(paid.headers["location"]!)).status, 404);
kept("forgets what was typed");

await rig.close();
