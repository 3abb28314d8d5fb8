import { portSuite } from "../port-suite.ts";
import { paymentsSuite } from "./payments.ts";
import { createStripeFixture, stripeChecks } from "./stripe-fixture.ts";

/** The Stripe provider needs no permission to write files or to run programs. */
const RESTRICTED_DENO = [
  "deno",
  "run",
  "--allow-net",
  "--allow-read",
  "--allow-env",
  "--node-modules-dir=manual",
];

await portSuite({
  name: "PaymentProvider: Stripe",
  checks: [...paymentsSuite, ...stripeChecks],
  program: import.meta.filename,
  commands: { deno: RESTRICTED_DENO },
  open: () => createStripeFixture(),
});
