import type Stripe from "stripe";
import type { PaymentEvent } from "../../../core/ports/payments.ts";
import { Problem } from "../../../core/site.ts";
import { toStripeFailure } from "./call.ts";
import { eventSchema } from "./objects.ts";

interface WebhookResult {
  readonly event: PaymentEvent;
  /** Whether a price or a product has changed. */
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

/**
 * Verifies and parses a webhook. Resolves to `undefined` for irrelevant events. Rejects with the
 * `Problem` "invalid_signature" if Stripe didn't sign it.
 */
export async function verifyWebhook(
  client: () => Promise<Stripe>,
  { body, signature, secret, receivedAt }: Webhook,
): Promise<WebhookResult | undefined> {
  if (!secret)
    throw new Problem(
      "invalid_signature",
      "Stripe webhooks can't be verified because STRIPE_WEBHOOK_SECRET is not set.",
    );
  if (!signature)
    throw new Problem("invalid_signature", "The request has no Stripe-Signature header.");
  // The Stripe client reports an empty signature as a programming error.
  if (/\bv1=(?:,|$)/.test(signature))
    throw new Problem("invalid_signature", "The Stripe-Signature header has an empty signature.");
  const stripe = await client();
  let payload: unknown;
  try {
    // All three runtimes support Web Crypto.
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
    // The signature is valid, but the event is a thin event or isn't JSON.
    if (error instanceof SyntaxError || /thin event/.test((error as Error).message))
      return undefined;
    if (toStripeFailure(error)?.type !== "StripeSignatureVerificationError") throw error;
    throw new Problem("invalid_signature", explainInvalidSignature(error as Error), {
      hint: "Set STRIPE_WEBHOOK_SECRET to the signing secret of this webhook endpoint.",
    });
  }
  const parsed = eventSchema.safeParse(payload);
  if (!parsed.success) return undefined;
  const { id, type, data } = parsed.data;
  if (PAYMENT_EVENTS.test(type))
    return { event: { id, payment: data.object.id }, changesOffers: false };
  return OFFER_EVENTS.test(type) ? { event: { id }, changesOffers: true } : undefined;
}

function explainInvalidSignature({ message }: Error): string {
  if (message.startsWith("Timestamp outside"))
    return `The signature is more than ${TOLERANCE_SECONDS} seconds old.`;
  return "The Stripe-Signature header doesn't match the body.";
}
