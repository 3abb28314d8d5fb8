import type { Amounts, OrderLine } from "../payments.ts";

/** One purchase that an agent has started. It contains nothing that the buyer entered. */
export interface Checkout {
  /** Unguessable, because anyone who knows the ID may read the checkout. */
  readonly id: string;
  /** Starts at 1 and increases with each change. */
  readonly version: number;
  /**
   * - `opening`: the hosted payment page doesn't exist yet
   * - `open`: the buyer hasn't paid yet
   * - `processing`: paid with a method that takes days to settle
   * - `failed`: the payment never settled
   *
   * `completed`, `failed`, `canceled` and `expired` are final.
   */
  readonly state:
    | "opening"
    | "open"
    | "processing"
    | "completed"
    | "failed"
    | "canceled"
    | "expired";
  /** The line items, with the offers as they were when the checkout was created or changed. */
  readonly lines: readonly OrderLine[];
  readonly amounts: Amounts;
  /**
   * How many hosted payment pages were opened, starting at 1. Part of the key under which a page is
   * opened.
   */
  readonly opened: number;
  /**
   * The change to make once the hosted payment page is closed: new line items, or cancellation. It
   * is stored before the page is closed, so that any process can finish the change after a crash.
   */
  readonly next?: readonly OrderLine[] | "canceled" | undefined;
  /**
   * The previous line items while the page for new ones opens. They are restored if the provider
   * rejects the new ones.
   */
  readonly before?: readonly OrderLine[] | undefined;
  /** The provider's payment ID. Absent while the page opens. */
  readonly payment?: string | undefined;
  /** The URL of the hosted payment page. Absent while it opens. */
  readonly url?: string | undefined;
  /** RFC 3339, UTC, like the other times. */
  readonly created: string;
  readonly updated: string;
  /** When the hosted payment page closes. */
  readonly expires: string;
}

/** A claim on the execution of a request with an idempotency key. */
export interface IdempotencyClaim {
  /** A digest of client, operation and idempotency key. */
  readonly key: string;
  /** A digest of the body, to detect a different request with the same key. */
  readonly request: string;
  /** The ID of the checkout that the request creates or changes. */
  readonly checkout: string;
  /** Milliseconds since 1970, like the other times. */
  readonly now: number;
  /** When the claim is free again if its holder hasn't finished. */
  readonly until: number;
  /** When the key is deleted. */
  readonly keep: number;
}

export type ClaimResult =
  /**
   * The caller must execute the request. `checkout` is its own, or that of an earlier attempt that
   * didn't finish.
   */
  | { readonly outcome: "acquired"; readonly checkout: string }
  /** The request was executed before. `answer` is the stored response. */
  | { readonly outcome: "completed"; readonly checkout: string; readonly answer: string }
  /** Another caller is executing the request. */
  | { readonly outcome: "in_progress" }
  /** The key was used for another request. */
  | { readonly outcome: "conflict" };

/**
 * Stores checkouts, idempotency claims and payment events. Each method is atomic, also across
 * processes. Methods reject with any error if the storage fails.
 */
export interface CheckoutStore {
  /** Adds a checkout with version 1. Does nothing if its ID exists. */
  addCheckout(checkout: Checkout): Promise<void>;
  findCheckout(id: string): Promise<Checkout | undefined>;
  /** Finds a checkout by the provider's payment ID. */
  findCheckoutByPayment(payment: string): Promise<Checkout | undefined>;
  /** Saves a change if the stored version is the previous one. Returns whether it did. */
  saveCheckout(checkout: Checkout): Promise<boolean>;

  /** Claims a request. Claims whose `until` or `keep` has passed can be acquired again. */
  claim(claim: IdempotencyClaim): Promise<ClaimResult>;
  /** Stores the response of a claimed request. */
  completeClaim(key: string, response: string): Promise<void>;
  /** Releases a claim for the next caller, which gets the same checkout. */
  releaseClaim(key: string): Promise<void>;

  /** Returns whether a payment event has been processed. */
  hasEvent(id: string): Promise<boolean>;
  /** Marks a payment event as processed until `keep` (milliseconds since 1970). */
  recordEvent(id: string, keep: number): Promise<void>;

  /**
   * Deletes expired claims and payment events, and unpaid checkouts 30 days after their pages
   * closed. Each call deletes at most a few thousand. `now` is in milliseconds since 1970.
   */
  deleteExpired(now: number): Promise<void>;
  close(): Promise<void>;
}
