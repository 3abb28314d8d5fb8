import type Stripe from "stripe";
import { Problem } from "../../../core/site.ts";

/**
 * Runs a Stripe request. If Stripe is unavailable or rejects the key, it logs the reason and
 * rejects with the `Problem` "payments_unavailable", unless `recover` returns a result or throws.
 * Other failures reject with an Error.
 */
export type CallStripe = <Result>(
  purpose: Purpose,
  run: (stripe: Stripe) => Promise<Result>,
  recover?: (failure: StripeFailure) => { readonly result: Result } | undefined,
) => Promise<Result>;

/** The permissions that a restricted key needs for each request. */
const PERMISSIONS = {
  "list prices": "Prices: Read and Products: Read",
  "create a Checkout Session": "Checkout Sessions: Write",
  "read a Checkout Session": "Checkout Sessions: Write",
  "expire a Checkout Session": "Checkout Sessions: Write",
  "read a PaymentIntent": "PaymentIntents: Read",
  "read a subscription": "Subscriptions: Read",
} as const;

type Purpose = keyof typeof PERMISSIONS;

/** An error of the Stripe client. The message may quote the request, so it must only be logged. */
export interface StripeFailure {
  readonly type: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  readonly statusCode?: number | undefined;
  readonly requestId?: string | undefined;
  readonly detail?: unknown;
}

/** `log` receives messages for the operator. */
export function createStripeCaller(
  client: () => Promise<Stripe>,
  log: (message: string) => void,
): CallStripe {
  return async (purpose, run, recover) => {
    const stripe = await client();
    try {
      return await run(stripe);
    } catch (error) {
      const failure = toStripeFailure(error);
      if (!failure) throw error;
      const reason = explainUnavailable(purpose, failure);
      if (reason) log(`The Stripe request to ${purpose} failed. ${reason}`);
      const recovered = recover?.(failure);
      if (recovered) return recovered.result;
      if (!reason) throw createRejectionError(purpose, failure);
      throw new Problem("payments_unavailable", "Stripe is unavailable. Nothing was changed.", {
        hint: "Try again later with the same idempotency key.",
      });
    }
  };
}

/** Returns an error as a `StripeFailure`, or `undefined` if the Stripe client didn't throw it. */
export function toStripeFailure(error: unknown): StripeFailure | undefined {
  const failure = error as Partial<StripeFailure> | null;
  return error instanceof Error &&
    typeof failure?.type === "string" &&
    failure.type.startsWith("Stripe")
    ? (error as unknown as StripeFailure)
    : undefined;
}

/** Stripe rejected the request as invalid, which is a bug in Jackfield. */
function createRejectionError(
  purpose: Purpose,
  { message, code, param, requestId }: StripeFailure,
): Error {
  return new Error(
    `Stripe rejected the request to ${purpose}: ${message} (${[code, param, requestId].filter(Boolean).join(", ")})`,
  );
}

function explainUnavailable(purpose: Purpose, failure: StripeFailure): string | undefined {
  const { type, statusCode, code, message } = failure;
  if (type === "StripeConnectionError")
    return message.includes("timeout")
      ? "It timed out."
      : `The connection failed${formatCauseCode(failure.detail)}.`;
  if (type === "StripeAuthenticationError")
    return "STRIPE_SECRET_KEY is invalid, expired or rolled (401).";
  if (type === "StripePermissionError") {
    const permission = /'(rak_\w+)'/.exec(message)?.[1];
    return `STRIPE_SECRET_KEY lacks a permission (403). A restricted key needs ${PERMISSIONS[purpose]}${permission ? ` (missing: ${permission})` : ""}.`;
  }
  if (type === "StripeRateLimitError") return "Stripe's rate limit was exceeded (429).";
  if (type === "StripeAPIError" && code !== "idempotency_key_in_use")
    return statusCode === undefined
      ? "Stripe's response is not JSON."
      : `Stripe returned ${statusCode}.`;
  return undefined;
}

/** Returns the first system error code in the chain of causes, such as ` (ECONNRESET)`. */
function formatCauseCode(detail: unknown): string {
  for (let error = detail; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: unknown };
    if (typeof code === "string" && /^[A-Z_a-z]+$/.test(code)) return ` (${code})`;
  }
  return "";
}
