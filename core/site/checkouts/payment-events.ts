import type { PaymentEvent } from "../../ports/payments.ts";
import { reconcilePayment } from "./checkout-service.ts";
import type { Commerce } from "./commerce.ts";

/** For longer than any provider goes on trying to deliver one. */
const RETENTION_MILLISECONDS = 7 * 24 * 3_600_000;

/** Deals with a notice of the payment provider, once: one that could not be dealt with is left for the next time. */
export async function handlePaymentEvent(
  commerce: Commerce,
  { id, payment }: PaymentEvent,
): Promise<void> {
  const { payments, storage, now } = commerce;
  const eventKey = `${payments.name}:${id}`;
  if (await storage.hasEvent(eventKey)) return;
  if (payment !== undefined) await reconcilePayment(commerce, payment);
  await storage.recordEvent(eventKey, now() + RETENTION_MILLISECONDS);
}
