import type { Notice } from "../../ports/payments.ts";
import type { Commerce } from "./commerce.ts";
import { learnOfPayment } from "./life.ts";

/** For longer than any provider goes on trying to deliver one. */
const KEEP_MILLISECONDS = 7 * 24 * 3_600_000;

/** Deals with a notice of the payment provider, once: one that could not be dealt with is left for the next time. */
export async function learnOfNotice(commerce: Commerce, { id, payment }: Notice): Promise<void> {
  const { payments, storage, now } = commerce;
  const name = `${payments.name}:${id}`;
  if (await storage.knowsNotice(name)) return;
  if (payment !== undefined) await learnOfPayment(commerce, payment);
  await storage.rememberNotice(name, now() + KEEP_MILLISECONDS);
}
