import type { Payment } from "../../../core/ports/payments.ts";
import type { Ask, StripeFailure } from "./ask.ts";
import { type StripeSession, session as schema } from "./objects.ts";
import { paymentOf } from "./payment.ts";

/** What became of a Checkout Session; nothing if the account has none of that id. */
export async function findSession(ask: Ask, id: string): Promise<Payment | undefined> {
  if (!/^[\w-]{1,255}$/.test(id)) return undefined;
  const session = await ask(
    "look at a checkout",
    async (stripe): Promise<StripeSession | undefined> =>
      schema.parse(await stripe.checkout.sessions.retrieve(id)),
    whenMissing,
  );
  return session && paymentOf(session, { hasFailed: await hasFailed(ask, session) });
}

/** Asks what a complete session does not say. Where the key does not allow that, a failure looks like what takes its time. */
async function hasFailed(
  ask: Ask,
  { status, payment_status, payment_intent, subscription }: StripeSession,
): Promise<boolean> {
  if (status !== "complete" || payment_status !== "unpaid") return false;
  const intent = idOf(payment_intent);
  if (intent) {
    const state = await ask(
      "look at a payment",
      async (stripe): Promise<string> => (await stripe.paymentIntents.retrieve(intent)).status,
      whenForbidden,
    );
    return ["requires_payment_method", "canceled"].includes(state);
  }
  const subscribed = idOf(subscription);
  if (!subscribed) return false;
  const state = await ask(
    "look at a subscription",
    async (stripe): Promise<string> => (await stripe.subscriptions.retrieve(subscribed)).status,
    whenForbidden,
  );
  return ["incomplete_expired", "canceled", "unpaid"].includes(state);
}

const whenMissing = ({ statusCode }: StripeFailure) =>
  statusCode === 404 ? { answer: undefined } : undefined;
const whenForbidden = ({ type }: StripeFailure) =>
  type === "StripePermissionError" ? { answer: "" } : undefined;
const idOf = (reference: StripeSession["payment_intent"]) =>
  typeof reference === "string" ? reference : reference?.id;
