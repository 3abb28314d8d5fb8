import type { Order, Payment } from "../../../core/ports/payments.ts";
import type { CallStripe, StripeFailure } from "./call.ts";
import type { Country } from "./countries.ts";
import { createSession, throwRefusal } from "./create-session.ts";
import { findSession } from "./find-session.ts";
import { type StripeSession, sessionSchema as schema } from "./objects.ts";
import { toPayment } from "./payment.ts";
import { createIdempotencyKey, createSessionParameters } from "./session-parameters.ts";

/** Checkout Sessions, as the port has them. */
export interface StripeSessions {
  openPayment(order: Order): Promise<Payment>;
  findPayment(id: string): Promise<Payment | undefined>;
  closePayment(id: string): Promise<Payment>;
}

/** `shipsTo`: the countries that the hosted page takes an address in. */
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
          "open a checkout",
          (stripe) => createSession(stripe, parameters, key),
          throwRefusal,
        );
        // Stripe repeats its first answer as it was: much may have become of the session since.
        return (isReplay && (await findSession(callStripe, session.id))) || toPayment(session);
      };
      // Stripe refuses a key that it is busy with: whoever asks the same here waits for the same answer.
      const requestKey = JSON.stringify([key, parameters]);
      const payment =
        pendingOpens.get(requestKey) ?? create().finally(() => pendingOpens.delete(requestKey));
      pendingOpens.set(requestKey, payment);
      return payment;
    },
    findPayment(id) {
      // However many look at a checkout at the same time, Stripe is asked once.
      const pending =
        pendingFinds.get(id) ?? findSession(callStripe, id).finally(() => pendingFinds.delete(id));
      pendingFinds.set(id, pending);
      return pending;
    },
    async closePayment(id) {
      // What was found before does not count any more.
      pendingFinds.delete(id);
      const session = await callStripe(
        "close a checkout",
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

/** Only an open session can be closed; what became of another is asked. */
const ignoreEnded = ({ type }: StripeFailure) =>
  type === "StripeInvalidRequestError" ? { answer: undefined } : undefined;
