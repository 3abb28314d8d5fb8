import type Stripe from "stripe";
import { Problem } from "../../../core/index.ts";
import type { PaymentEvent } from "../../../core/ports/payments.ts";
import { toStripeFailure } from "./call.ts";
import { eventSchema as eventSchema } from "./objects.ts";

/** What a webhook says: a notice, and whether prices or products have changed. */
export interface WebhookResult {
  readonly event: PaymentEvent;
  readonly changesOffers: boolean;
}

interface Webhook {
  readonly body: Uint8Array;
  readonly signature: string | null;
  readonly secret: string | undefined;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

const TOLERANCE_SECONDS = 300;
const PAYMENT_EVENTS =
  /^checkout\.session\.(completed|async_payment_succeeded|async_payment_failed|expired)$/;
const OFFER_EVENTS = /^(price|product)\.(created|updated|deleted)$/;

/** Reads a webhook that Stripe signed; nothing if it is of another kind. Throws "invalid_signature" for any other. */
export async function verifyWebhook(
  client: () => Promise<Stripe>,
  { body, signature, secret, receivedAt }: Webhook,
): Promise<WebhookResult | undefined> {
  if (!secret)
    throw new Problem(
      "invalid_signature",
      "Webhooks of Stripe can't be checked here: STRIPE_WEBHOOK_SECRET is not set.",
    );
  if (!signature)
    throw new Problem("invalid_signature", "The request has no Stripe-Signature header.");
  // The client takes an empty one for a mistake of ours.
  if (/\bv1=(?:,|$)/.test(signature))
    throw new Problem("invalid_signature", "The Stripe-Signature header has an empty signature.");
  const stripe = await client();
  let payload: unknown;
  try {
    // Web cryptography is what the three runtimes have in common.
    const crypto = (await import("stripe")).default.createSubtleCryptoProvider();
    payload = await stripe.webhooks.constructEventAsync(
      body,
      signature,
      secret,
      TOLERANCE_SECONDS,
      crypto,
      receivedAt,
    );
  } catch (error) {
    // Signed by Stripe, but of a kind that is not asked for.
    if (error instanceof SyntaxError || /thin event/.test((error as Error).message))
      return undefined;
    if (toStripeFailure(error)?.type !== "StripeSignatureVerificationError") throw error;
    throw new Problem("invalid_signature", explainInvalidSignature(error as Error), {
      hint: "STRIPE_WEBHOOK_SECRET is the signing secret of the endpoint that sends this.",
    });
  }
  const parsed = eventSchema.safeParse(payload);
  if (!parsed.success) return undefined;
  const { id, type, data } = parsed.data;
  if (PAYMENT_EVENTS.test(type))
    return { event: { id, payment: data.object.id }, changesOffers: false };
  return OFFER_EVENTS.test(type) ? { event: { id }, changesOffers: true } : undefined;
}

/** The client's own message quotes nothing of the request, but speaks to programmers. */
function explainInvalidSignature({ message }: Error): string {
  if (message.startsWith("Timestamp outside"))
    return `The signature is more than ${TOLERANCE_SECONDS} seconds old.`;
  return "The Stripe-Signature header is not what Stripe would have signed this body with.";
}
