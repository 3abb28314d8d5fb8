import type { Amounts, OrderLine } from "./payments.ts";

/** One purchase that an agent has begun for someone; all that is kept of it. Nothing that the buyer typed is. */
export interface Checkout {
  /** Unguessable: who knows it may read it. */
  readonly id: string;
  /** Counts the changes, from 1. */
  readonly version: number;
  /**
   * `opening`: its hosted page is not there yet; `open`: the buyer has yet to pay; `processing`: paid in a way that takes
   * days to arrive; `completed`; `failed`: the payment never arrived; `canceled`; `expired`. The last four are final.
   */
  readonly state:
    | "opening"
    | "open"
    | "processing"
    | "completed"
    | "failed"
    | "canceled"
    | "expired";
  /** What is bought, with the offers as they were then. */
  readonly lines: readonly OrderLine[];
  readonly amounts: Amounts;
  /** How often its hosted page was opened anew, counted from 1: part of the key that it is opened by. */
  readonly opened: number;
  /**
   * What is to become of it once its page is closed: other lines, or nothing at all. Written down before the page is closed,
   * so that whoever comes across it, after a crash too, goes on with that.
   */
  readonly next?: readonly OrderLine[] | "canceled" | undefined;
  /** The lines that it had before, while the page for others opens: it has them again if that is refused. */
  readonly before?: readonly OrderLine[] | undefined;
  /** The provider's id of its payment; none while it opens. */
  readonly payment?: string | undefined;
  /** The hosted page; none while it opens. */
  readonly url?: string | undefined;
  /** RFC 3339, UTC, as are the others. */
  readonly created: string;
  readonly updated: string;
  /** When the hosted page closes. */
  readonly expires: string;
}

/** A request that must be carried out once, by the key that its client has given it. */
export interface IdempotencyClaim {
  /** Says who asks for what by which key: a digest. */
  readonly key: string;
  /** Digest of the request's body, by which another request under the same key is known. */
  readonly request: string;
  /** The checkout that the request is to make or to change. */
  readonly checkout: string;
  /** Milliseconds since 1970, as are the others. */
  readonly now: number;
  /** Until when whoever carries it out is believed to be at it. */
  readonly until: number;
  /** Until when the key is remembered. */
  readonly keep: number;
}

/** What came of a claim. */
export type ClaimResult =
  /** Yours to carry out; of the first who tried, or of one who did not get to the end: then with that one's checkout. */
  | { readonly outcome: "acquired"; readonly checkout: string }
  /** Carried out: what was answered. */
  | { readonly outcome: "completed"; readonly checkout: string; readonly answer: string }
  /** Somebody is at it. */
  | { readonly outcome: "in_progress" }
  /** The key was used for another request. */
  | { readonly outcome: "conflict" };

/**
 * What outlives the process. Correct with any number of callers at once, from several processes too: each method happens
 * wholly or not at all. Rejects with any error where the storage fails.
 */
export interface CheckoutStore {
  /** Keeps a new checkout; it must be of version 1, and nothing happens if there is one of its id. */
  addCheckout(checkout: Checkout): Promise<void>;
  findCheckout(id: string): Promise<Checkout | undefined>;
  /** The checkout whose payment has this id at the provider. */
  findCheckoutByPayment(payment: string): Promise<Checkout | undefined>;
  /** Keeps a change, if the version kept is the one before; says whether it did. */
  saveCheckout(checkout: Checkout): Promise<boolean>;

  /** Claims a request for whoever asks first; a claim whose `until` or `keep` is over counts as left. */
  claim(claim: IdempotencyClaim): Promise<ClaimResult>;
  /** Remembers what a claimed request was answered. */
  completeClaim(key: string, response: string): Promise<void>;
  /** Leaves a claimed request to whoever asks next; its checkout stays the same. */
  releaseClaim(key: string): Promise<void>;

  /** Whether a notice has been dealt with. */
  hasEvent(id: string): Promise<boolean>;
  /** Remembers that it has been, until `keep` (milliseconds since 1970). */
  recordEvent(id: string, keep: number): Promise<void>;

  /** Forgets keys and notices whose time is over, and checkouts that nobody has paid 30 days after their pages closed; at most some thousands each time. */
  deleteExpired(now: number): Promise<void>;
  close(): Promise<void>;
}
