import type Stripe from "stripe";
import { Problem } from "../../../core/index.ts";
import { type StripeFailure, toStripeFailure } from "./call.ts";
import { type StripeSession, sessionSchema } from "./objects.ts";

/** How often it is asked again while another process has the key in hand; the client waits half a second each time. */
const MAX_ATTEMPTS = 4;

/** Creates a Checkout Session, or gets the one that the key has made before: as it was then. */
export async function createSession(
  stripe: Stripe,
  parameters: Stripe.Checkout.SessionCreateParams,
  key: string,
): Promise<{ session: StripeSession; isReplay: boolean }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const created = await stripe.checkout.sessions.create(parameters, { idempotencyKey: key });
      // The fetch client's last response is the Response itself, which the types do not say.
      const { headers } = created.lastResponse as unknown as Response;
      return {
        session: sessionSchema.parse(created),
        isReplay: headers.get("idempotent-replayed") === "true",
      };
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || toStripeFailure(error)?.code !== "idempotency_key_in_use")
        throw error;
    }
  }
}

/** Throws a `Problem` where the order is what Stripe does not take. */
export function throwRefusal({ type, code, param = "" }: StripeFailure): undefined {
  if (code === "idempotency_key_in_use")
    throw new Problem("request_in_flight", "Stripe is still opening this very checkout.", {
      headers: { "retry-after": "2" },
    });
  if (type !== "StripeInvalidRequestError") return undefined;
  if (code === "amount_too_small" || code === "amount_too_large")
    throw new Problem("invalid_input", `The sum is too ${code.slice(11)} for Stripe to take.`, {
      hint: "Change the quantity.",
    });
  if (/^line_items\[\d+\]\[quantity\]$/.test(param))
    throw new Problem("invalid_input", "Stripe does not take the quantity.");
  if (/^line_items(\[\d+\](\[price\])?)?$/.test(param)) {
    throw new Problem("offer_unavailable", "Stripe does not sell one of the offers any more.", {
      hint: "List the offers anew.",
    });
  }
  return undefined;
}
