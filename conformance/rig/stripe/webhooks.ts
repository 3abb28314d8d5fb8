import { createHmac } from "node:crypto";

/** A webhook as it travels. */
export interface Webhook {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** Signs as Stripe does: HMAC-SHA256 over time and body, in hex. */
export function signWebhook(
  event: object,
  { secret, seconds }: { readonly secret: string; readonly seconds: number },
): Webhook {
  const body = JSON.stringify(event, undefined, 2);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  // Stripe also signs with a scheme of the past, which proves nothing.
  const header = `t=${seconds},v1=${signature},v0=${"0".repeat(64)}`;
  return {
    body: new TextEncoder().encode(body),
    headers: new Headers({
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": header,
    }),
  };
}
