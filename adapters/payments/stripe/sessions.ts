import type { Order, Payment } from "../../../core/ports/payments.ts";
import type { CallStripe, StripeFailure } from "./call.ts";
import type { Country } from "./countries.ts";
import { createSession, throwRefusal } from "./create-session.ts";
import { findSession } from "./find-session.ts";
import { type StripeSession, sessionSchema as schema } from "./objects.ts";
import { toPayment } from "./payment.ts";
import { createIdempotencyKey, createSessionParameters } from "./session-parameters.ts";

/** The payment methods of the port `PaymentProvider`. */
interface StripeSessions {
  openPayment(order: Order): Promise<Payment>;
  findPayment(id: string): Promise<Payment | undefined>;
  closePayment(id: string): Promise<Payment>;
}

export function createStripeSessions(
  callStripe: CallStripe,
  shipsTo: readonly Country[],
): StripeSessions {
  const pendingOpens = new Map<string, Promise<Payment>>();
  const pendingFinds = new Map<string, Promise<Payment | undefined>>();

  return {
    async openPayment(order) {
      const parameters = createSessionParameters(order, shipsTo);
      const key = createIdempotencyKey(order);
      const create = async () => {
        const { session, isReplay } = await callStripe(
          "create a Checkout Session",
          (stripe) => createSession(stripe, parameters, key),
          throwRefusal,
        );
        // A replayed response shows the session as it was created, so read its current state.
        return (isReplay && (await findSession(callStripe, session.id))) || toPayment(session);
      };
      // Stripe rejects a key while it is in use, so concurrent calls share one request.
      const requestKey = JSON.stringify([key, parameters]);
      const payment =
        pendingOpens.get(requestKey) ?? create().finally(() => pendingOpens.delete(requestKey));
      pendingOpens.set(requestKey, payment);
      return payment;
    },
    findPayment(id) {
      // Concurrent reads of a session share one request.
      const pending =
        pendingFinds.get(id) ?? findSession(callStripe, id).finally(() => pendingFinds.delete(id));
      pendingFinds.set(id, pending);
      return pending;
    },
    async closePayment(id) {
      // A pending read may return the state before the change.
      pendingFinds.delete(id);
      const session = await callStripe(
        "expire a Checkout Session",
        async (stripe): Promise<StripeSession | undefined> =>
          schema.parse(await stripe.checkout.sessions.expire(id)),
        ignoreEnded,
      );
      const payment = session ? toPayment(session) : await findSession(callStripe, id);
      if (!payment) throw new Error(`Stripe has no Checkout Session ${id} to close.`);
      return payment;
    },
  };
}

/** Stripe expires only open sessions. The caller reads the state of any other. */
const ignoreEnded = ({ type }: StripeFailure) =>
  type === "StripeInvalidRequestError" ? { result: undefined } : undefined;
