import type { Payment } from "../../../core/ports/payments.ts";
import type { CallStripe, StripeFailure } from "./call.ts";
import { type StripeSession, sessionSchema as schema } from "./objects.ts";
import { toPayment } from "./payment.ts";

/** What became of a Checkout Session; nothing if the account has none of that id. */
export async function findSession(
  callStripe: CallStripe,
  id: string,
): Promise<Payment | undefined> {
  if (!/^[\w-]{1,255}$/.test(id)) return undefined;
  const session = await callStripe(
    "look at a checkout",
    async (stripe): Promise<StripeSession | undefined> =>
      schema.parse(await stripe.checkout.sessions.retrieve(id)),
    ignoreMissing,
  );
  return session && toPayment(session, { hasFailed: await hasFailed(callStripe, session) });
}

/** Asks what a complete session does not say. Where the key does not allow that, a failure looks like what takes its time. */
async function hasFailed(
  callStripe: CallStripe,
  { status, payment_status, payment_intent, subscription }: StripeSession,
): Promise<boolean> {
  if (status !== "complete" || payment_status !== "unpaid") return false;
  const intentId = referenceId(payment_intent);
  if (intentId) {
    const state = await callStripe(
      "look at a payment",
      async (stripe): Promise<string> => (await stripe.paymentIntents.retrieve(intentId)).status,
      ignoreForbidden,
    );
    return ["requires_payment_method", "canceled"].includes(state);
  }
  const subscriptionId = referenceId(subscription);
  if (!subscriptionId) return false;
  const state = await callStripe(
    "look at a subscription",
    async (stripe): Promise<string> => (await stripe.subscriptions.retrieve(subscriptionId)).status,
    ignoreForbidden,
  );
  return ["incomplete_expired", "canceled", "unpaid"].includes(state);
}

const ignoreMissing = ({ statusCode }: StripeFailure) =>
  statusCode === 404 ? { answer: undefined } : undefined;
const ignoreForbidden = ({ type }: StripeFailure) =>
  type === "StripePermissionError" ? { answer: "" } : undefined;
const referenceId = (reference: StripeSession["payment_intent"]) =>
  typeof reference === "string" ? reference : reference?.id;
