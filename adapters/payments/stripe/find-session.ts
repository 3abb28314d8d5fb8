import type { Payment } from "../../../core/ports/payments.ts";
import type { CallStripe, StripeFailure } from "./call.ts";
import { type StripeSession, sessionSchema as schema } from "./objects.ts";
import { toPayment } from "./payment.ts";

/** Finds the payment of a Checkout Session. Resolves to `undefined` for an unknown ID. */
export async function findSession(
  callStripe: CallStripe,
  id: string,
): Promise<Payment | undefined> {
  if (!/^[\w-]{1,255}$/.test(id)) return undefined;
  const session = await callStripe(
    "read a Checkout Session",
    async (stripe): Promise<StripeSession | undefined> =>
      schema.parse(await stripe.checkout.sessions.retrieve(id)),
    ignoreMissing,
  );
  return session && toPayment(session, { hasFailed: await hasFailed(callStripe, session) });
}

/**
 * Returns whether the payment of a complete session has failed, which the session doesn't contain.
 * If the key lacks the permission, a failed payment stays in processing.
 */
async function hasFailed(
  callStripe: CallStripe,
  { status, payment_status, payment_intent, subscription }: StripeSession,
): Promise<boolean> {
  if (status !== "complete" || payment_status !== "unpaid") return false;
  const intentId = referenceId(payment_intent);
  if (intentId) {
    const state = await callStripe(
      "read a PaymentIntent",
      async (stripe): Promise<string> => (await stripe.paymentIntents.retrieve(intentId)).status,
      ignoreForbidden,
    );
    return ["requires_payment_method", "canceled"].includes(state);
  }
  const subscriptionId = referenceId(subscription);
  if (!subscriptionId) return false;
  const state = await callStripe(
    "read a subscription",
    async (stripe): Promise<string> => (await stripe.subscriptions.retrieve(subscriptionId)).status,
    ignoreForbidden,
  );
  return ["incomplete_expired", "canceled", "unpaid"].includes(state);
}

const ignoreMissing = ({ statusCode }: StripeFailure) =>
  statusCode === 404 ? { result: undefined } : undefined;
const ignoreForbidden = ({ type }: StripeFailure) =>
  type === "StripePermissionError" ? { result: "" } : undefined;
const referenceId = (reference: StripeSession["payment_intent"]) =>
  typeof reference === "string" ? reference : reference?.id;
