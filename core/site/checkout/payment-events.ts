import type { PaymentEvent } from "../../ports/payments.ts";
import { reconcilePayment } from "./checkout-service.ts";
import type { Commerce } from "./commerce.ts";

/** Longer than any provider retries the delivery of an event. */
const RETENTION_MILLISECONDS = 7 * 24 * 3_600_000;

/** Handles a payment event once. After a failure, the provider's next delivery is handled. */
export async function handlePaymentEvent(
  commerce: Commerce,
  { id, payment }: PaymentEvent,
): Promise<void> {
  const { payments, checkoutStore, now } = commerce;
  const eventKey = `${payments.name}:${id}`;
  if (await checkoutStore.hasEvent(eventKey)) return;
  if (payment !== undefined) await reconcilePayment(commerce, payment);
  await checkoutStore.recordEvent(eventKey, now() + RETENTION_MILLISECONDS);
}
