import type Stripe from "stripe";
import { Problem } from "../../../core/index.ts";

/**
 * Asks Stripe something. While it can't be asked, or does not let us, the operator is told and this rejects with
 * "payments_unavailable", unless `otherwise` has an answer for that failure or throws. Any other refusal is a plain Error.
 */
export type CallStripe = <Result>(
  purpose: Purpose,
  run: (stripe: Stripe) => Promise<Result>,
  recover?: (failure: StripeFailure) => { readonly answer: Result } | undefined,
) => Promise<Result>;

/** What is asked for, and the permission that a restricted key needs for it. */
const PERMISSIONS = {
  "list the prices": "Prices: Read and Products: Read",
  "open a checkout": "Checkout Sessions: Write",
  "look at a checkout": "Checkout Sessions: Write",
  "close a checkout": "Checkout Sessions: Write",
  "look at a payment": "PaymentIntents: Read",
  "look at a subscription": "Subscriptions: Read",
} as const;

export type Purpose = keyof typeof PERMISSIONS;

/** What is read of an error of the client's. Its message may quote what was sent: it goes no further than the log. */
export interface StripeFailure {
  readonly type: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  readonly statusCode?: number | undefined;
  readonly requestId?: string | undefined;
  readonly detail?: unknown;
}

/** `tell` hears what the operator can do about it. */
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
      if (reason) log(reason);
      const recovered = recover?.(failure);
      if (recovered) return recovered.answer;
      if (!reason) throw createRefusalError(purpose, failure);
      throw new Problem(
        "payments_unavailable",
        "Stripe, which takes the payments here, can't be asked just now; nothing was changed.",
        {
          hint: "Try again later, with the same idempotency key.",
        },
      );
    }
  };
}

/** An error of Stripe's client, if it is one. */
export function toStripeFailure(error: unknown): StripeFailure | undefined {
  const failure = error as Partial<StripeFailure> | null;
  return error instanceof Error &&
    typeof failure?.type === "string" &&
    failure.type.startsWith("Stripe")
    ? (error as unknown as StripeFailure)
    : undefined;
}

/** Stripe refused what was asked, which is this program's fault. */
function createRefusalError(
  purpose: Purpose,
  { message, code, param, requestId }: StripeFailure,
): Error {
  return new Error(
    `Stripe refused to ${purpose}: ${message} (${[code, param, requestId].filter(Boolean).join(", ")})`,
  );
}

function explainUnavailable(purpose: Purpose, failure: StripeFailure): string | undefined {
  const { type, statusCode, code, message } = failure;
  const prefix = `Stripe could not be asked to ${purpose}`;
  if (type === "StripeConnectionError")
    return `${prefix}: ${message.includes("timeout") ? "it did not answer in time" : findCauseCode(failure.detail)}.`;
  if (type === "StripeAuthenticationError")
    return `${prefix}: it does not know STRIPE_SECRET_KEY (401). The key is wrong, has expired, or was rolled.`;
  if (type === "StripePermissionError") {
    const permission = /'(rak_\w+)'/.exec(message)?.[1];
    return `${prefix}: STRIPE_SECRET_KEY lacks a permission (403). A restricted key needs ${PERMISSIONS[purpose]}${permission ? `; Stripe calls it ${permission}` : ""}.`;
  }
  if (type === "StripeRateLimitError") return `${prefix}: it is asked too often (429).`;
  if (type === "StripeAPIError" && code !== "idempotency_key_in_use")
    return `${prefix}: it answered with ${statusCode ?? "something that is not JSON"}.`;
  return undefined;
}

function findCauseCode(detail: unknown): string {
  for (let error = detail; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: unknown };
    if (typeof code === "string" && /^[A-Z_a-z]+$/.test(code)) return code;
  }
  return "the connection failed";
}
