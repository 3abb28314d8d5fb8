import type { Order, Payment } from "../../../core/ports/payments.ts";
import type { Ask, StripeFailure } from "./ask.ts";
import type { Country } from "./countries.ts";
import { createSession, sayWhyNot } from "./create.ts";
import { findSession } from "./find.ts";
import { type StripeSession, session as schema } from "./objects.ts";
import { idempotencyKey, sessionFor } from "./order.ts";
import { paymentOf } from "./payment.ts";

/** Checkout Sessions, as the port has them. */
export interface Sessions {
  open(order: Order): Promise<Payment>;
  find(id: string): Promise<Payment | undefined>;
  close(id: string): Promise<Payment>;
}

/** `shipsTo`: the countries that the hosted page takes an address in. */
export function sessions(ask: Ask, shipsTo: readonly Country[]): Sessions {
  const opening = new Map<string, Promise<Payment>>();
  const finding = new Map<string, Promise<Payment | undefined>>();

  return {
    async open(order) {
      const parameters = sessionFor(order, shipsTo);
      const key = idempotencyKey(order);
      const create = async () => {
        const { session, isReplay } = await ask(
          "open a checkout",
          (stripe) => createSession(stripe, parameters, key),
          sayWhyNot,
        );
        // Stripe repeats its first answer as it was: much may have become of the session since.
        return (isReplay && (await findSession(ask, session.id))) || paymentOf(session);
      };
      // Stripe refuses a key that it is busy with: whoever asks the same here waits for the same answer.
      const same = JSON.stringify([key, parameters]);
      const payment = opening.get(same) ?? create().finally(() => opening.delete(same));
      opening.set(same, payment);
      return payment;
    },
    find(id) {
      // However many look at a checkout at the same time, Stripe is asked once.
      const found = finding.get(id) ?? findSession(ask, id).finally(() => finding.delete(id));
      finding.set(id, found);
      return found;
    },
    async close(id) {
      // What was found before does not count any more.
      finding.delete(id);
      const session = await ask(
        "close a checkout",
        async (stripe): Promise<StripeSession | undefined> =>
          schema.parse(await stripe.checkout.sessions.expire(id)),
        whenOver,
      );
      const payment = session ? paymentOf(session) : await findSession(ask, id);
      if (!payment) throw new Error(`Stripe has no Checkout Session ${id} to close.`);
      return payment;
    },
  };
}

/** Only an open session can be closed; what became of another is asked. */
const whenOver = ({ type }: StripeFailure) =>
  type === "StripeInvalidRequestError" ? { answer: undefined } : undefined;
