import { requireValue } from "../lib/kit/require-value.ts";
/** A price of a product at the payment provider. */
export interface Offer {
  /** The provider's price ID, which line items refer to. */
  readonly id: string;
  /** The product ID. A product can have several offers, such as a monthly and a yearly one. */
  readonly product: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** The product page: an absolute URL or a path of the site. */
  readonly url?: string | undefined;
  /** An image: an absolute URL or a path of the site. */
  readonly image?: string | undefined;
  /** The price of one item in minor units of the currency, such as cents or yen. */
  readonly amount: number;
  /** ISO 4217, uppercase. */
  readonly currency: string;
  /** Billed every `count` intervals. Absent: billed once. */
  readonly billing?:
    | { readonly interval: "day" | "week" | "month" | "year"; readonly count: number }
    | undefined;
  /** The number of days before the first charge. */
  readonly trialDays?: number | undefined;
  /** Whether it is shipped. The buyer enters the address on the hosted payment page. */
  readonly needsShipping: boolean;
  readonly isAvailable: boolean;
}

/** The offers, and when the provider confirmed them. */
export interface OfferList {
  readonly offers: readonly Offer[];
  /** RFC 3339, UTC. At most a few seconds ago. */
  readonly verified: string;
}

/** An offer with a quantity. */
export interface OrderLine {
  readonly offer: Offer;
  readonly quantity: number;
}

/** Returns the currency of an order, which all its lines have. An order has at least one line. */
export const currencyOf = ([first]: readonly OrderLine[]): string =>
  requireValue(first, "the first line of an order").offer.currency;

/** The order for which a hosted payment page is opened. */
export interface Order {
  /** An idempotency key. Orders with the same key always open the same payment. */
  readonly key: string;
  /** The ID of the checkout. */
  readonly checkout: string;
  /** At least one. All have the same currency, and all recurring ones the same billing interval. */
  readonly lines: readonly OrderLine[];
  /** When the page closes (RFC 3339, UTC), 30 minutes to 24 hours from now. */
  readonly expires: string;
  /** The URL to which the buyer returns after paying or canceling. */
  readonly returnUrl: string;
}

/** Amounts in minor units. `total` is due today, so it is 0 for a trial. */
export interface Amounts {
  readonly subtotal: number;
  readonly total: number;
  readonly discount?: number | undefined;
  readonly shipping?: number | undefined;
  readonly tax?: number | undefined;
}

/** The state of a hosted payment page. It never contains anything that the buyer entered. */
export interface Payment {
  /** The provider's payment ID. */
  readonly id: string;
  /**
   * - `open`: the buyer hasn't paid yet
   * - `processing`: paid with a method that takes days to settle
   * - `paid`: settled, or nothing is due yet
   * - `failed`: never settled
   * - `closed`: expired, or closed by Jackfield
   *
   * `paid`, `failed` and `closed` are final.
   */
  readonly state: "open" | "processing" | "paid" | "failed" | "closed";
  /** The URL of the hosted payment page, while it is open. */
  readonly url?: string | undefined;
  readonly amounts: Amounts;
}

/** A verified event of the payment provider. */
export interface PaymentEvent {
  /** The event ID, which is the same for each delivery. */
  readonly id: string;
  /** The ID of the payment, if the event concerns one. */
  readonly payment?: string | undefined;
}

/** A page of the payment provider that Jackfield serves. */
export interface HostedPage {
  /** An OpenAPI path template: `/checkout/{id}`. */
  readonly path: string;
  readonly methods: Readonly<
    Record<string, (request: HostedRequest) => Promise<HostedResponse> | HostedResponse>
  >;
}

export interface HostedRequest {
  /** The decoded path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The submitted form fields. */
  readonly form: ReadonlyMap<string, string>;
}

export interface HostedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** HTML. */
  readonly body: string;
}

/**
 * A payment provider. Buyers pay on its hosted payment page, never through this interface. Each
 * method rejects with the `Problem` `payments_unavailable` while the provider can't be reached.
 */
export interface PaymentProvider {
  /** The name in URLs and messages: `stripe`. */
  readonly name: string;
  /** Returns all offers including sold-out ones, in a stable order. */
  listOffers(): Promise<OfferList>;
  /**
   * Opens a hosted payment page. Rejects with the `Problem` `offer_unavailable`,
   * `offers_do_not_mix` or `invalid_input` if the provider doesn't accept the order, and with
   * `request_in_flight` while another process opens the same page.
   */
  openPayment(order: Order): Promise<Payment>;
  /**
   * Requests the current state of a payment from the provider. Resolves to `undefined` if it
   * doesn't exist.
   */
  findPayment(id: string): Promise<Payment | undefined>;
  /** Closes the page if it is still open, and returns the state of the payment. */
  closePayment(id: string): Promise<Payment>;
  /**
   * Parses the raw body of a webhook. Resolves to `undefined` for irrelevant events. Rejects with
   * the `Problem` `invalid_signature` if the provider didn't sign it.
   */
  readEvent?(
    body: Uint8Array,
    headers: { get(name: string): string | null },
  ): Promise<PaymentEvent | undefined>;
  /** The pages that Jackfield serves for this provider. */
  readonly pages?: readonly HostedPage[];
}
