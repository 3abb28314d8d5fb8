import type { Payment } from "../../core/ports/payments.ts";
import type { Commerce } from "../../core/site/checkout/commerce.ts";
import { createMemoryStore } from "../fixtures/content-folder.ts";
import { createFixturePayments } from "../fixtures/payments.ts";

/** Creates the dependencies of checkouts with a memory store and a clock that the test sets. */
export async function createFixtureCommerce() {
  const origin = "http://shop.example";
  const payments = createFixturePayments(origin);
  const clock = { now: Date.now() };
  const commerce = {
    payments,
    checkoutStore: await createMemoryStore(),
    now: () => clock.now,
    site: { origin, name: "Shop", description: "", notOffered: [] },
  } satisfies Commerce;

  /** Submits the hosted payment page, which ends a payment in the given state. */
  const endPayment = async (payment: string, state: Payment["state"]): Promise<void> => {
    const [page] = payments.pages!;
    await page!.methods["POST"]!({
      parameters: {},
      form: new Map([
        ["payment", payment],
        ["state", state],
      ]),
    });
  };

  return { commerce, payments, checkoutStore: commerce.checkoutStore, clock, endPayment };
}

export type FixtureCommerce = Awaited<ReturnType<typeof createFixtureCommerce>>;
