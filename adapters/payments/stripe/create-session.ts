import type Stripe from "stripe";
import { Problem } from "../../../core/site.ts";
import { type StripeFailure, toStripeFailure } from "./call.ts";
import { type StripeSession, sessionSchema } from "./objects.ts";

/**
 * The maximum number of attempts while another process uses the key. The client waits 0.5 s between
 * them.
 */
const MAX_ATTEMPTS = 4;

/**
 * Creates a Checkout Session. For a key that was used before, Stripe returns the session as it was
 * when it was created.
 */
export async function createSession(
  stripe: Stripe,
  parameters: Stripe.Checkout.SessionCreateParams,
  key: string,
): Promise<{ session: StripeSession; isReplay: boolean }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const created = await stripe.checkout.sessions.create(parameters, { idempotencyKey: key });
      // With the fetch client, lastResponse is the Response. The types don't declare that.
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

/** Throws a `Problem` if Stripe rejected the order itself. */
export function throwRefusal({ type, code, param = "" }: StripeFailure): undefined {
  if (code === "idempotency_key_in_use")
    throw new Problem("request_in_flight", "Stripe is still opening this checkout.", {
      headers: { "retry-after": "2" },
    });
  if (type !== "StripeInvalidRequestError") return undefined;
  if (code === "amount_too_small" || code === "amount_too_large")
    throw new Problem("invalid_input", `The total is too ${code.slice(11)} for Stripe.`, {
      hint: "Change the quantity.",
    });
  if (/^line_items\[\d+\]\[quantity\]$/.test(param))
    throw new Problem("invalid_input", "Stripe rejected a quantity.");
  if (/^line_items(\[\d+\](\[price\])?)?$/.test(param)) {
    throw new Problem("offer_unavailable", "Stripe no longer sells one of the offers.", {
      hint: "List the products again.",
    });
  }
  return undefined;
}
