// Checks the sandbox where runtimes could differ. Prints each check that passes as a JSON string.
import assert from "node:assert/strict";
import { createSandboxFixture, paymentPath, VALID_FORM } from "./sandbox-fixture.ts";

const fixture = await createSandboxFixture();
const reportPassed = (check: string) => console.log(JSON.stringify(check));

const { offers } = await fixture.payments.listOffers();
assert.equal(offers.length, 9);
reportPassed("lists the demo shop's products");

const lines = ["desk-yearly-subscription", "tether-cable-set"].map((id) => ({
  offer: offers.find((offer) => offer.id === id)!,
  quantity: 2,
}));
const order = {
  key: "one",
  checkout: "chk_1",
  lines,
  expires: new Date(fixture.now() + 3_600_000).toISOString(),
  returnUrl: "http://127.0.0.1:4100/",
};
const payment = await fixture.payments.openPayment(order);
const { body } = await fixture.request(paymentPath(payment));
for (const text of [
  "Pay Haverlund €92.00",
  "€216.00",
  "5 December 2026",
  '<option value="CI">Côte d’Ivoire</option>',
  "16:00 UTC",
])
  assert.ok(body.includes(text), text);
reportPassed("formats money, dates and countries");

const declined = await fixture.request(paymentPath(payment), {
  ...VALID_FORM,
  card_number: "4111111111111111",
});
assert.equal(declined.status, 422);
const paid = await fixture.request(paymentPath(payment), VALID_FORM);
assert.equal(paid.status, 303);
assert.ok((await fixture.request(paid.headers["location"]!)).body.includes("12 St James’s Square"));
assert.equal((await fixture.payments.findPayment(payment.id))!.state, "paid");
reportPassed("accepts a test card and shows a receipt");

fixture.advance(86_400_000);
await fixture.payments.sweep();
assert.equal((await fixture.request(paid.headers["location"]!)).status, 404);
reportPassed("deletes the buyer's details");

await fixture.close();
