/** Something for sale, as the payment provider has it. */
export interface Offer {
  /** The provider's id of the price; what a checkout is made of. */
  readonly id: string;
  /** What several offers may be of: one product, by the month or by the year. */
  readonly product: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** Its page for people; absolute, or a path of the site. */
  readonly url?: string | undefined;
  /** A picture of it; absolute, or a path of the site. */
  readonly image?: string | undefined;
  /** For one, in the currency's minor units: cents; yen. */
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** Billed each `count` intervals; once where left out. */
  readonly billing?:
    | { readonly interval: "day" | "week" | "month" | "year"; readonly count: number }
    | undefined;
  /** Nothing is due before so many days are over. */
  readonly trialDays?: number | undefined;
  /** Whether it is sent somewhere: the buyer gives the address on the hosted page. */
  readonly needsShipping: boolean;
  readonly isAvailable: boolean;
}

/** What is for sale, and when the provider said so. */
export interface OfferList {
  readonly offers: readonly Offer[];
  /** RFC 3339, UTC; at most a few seconds ago. */
  readonly verified: string;
}

/** So many of one offer. */
export interface OrderLine {
  readonly offer: Offer;
  readonly quantity: number;
}

/** What a hosted page is opened for. */
export interface Order {
  /** The same key opens the same payment, however often and from wherever it is asked. */
  readonly key: string;
  /** The checkout that it is for. */
  readonly checkout: string;
  /** At least one, all of one currency; those that are billed again all have the same interval. */
  readonly lines: readonly OrderLine[];
  /** When the page closes (RFC 3339, UTC): half an hour to a day from now. */
  readonly expires: string;
  /** Where the buyer lands after paying, and after turning back. */
  readonly returnUrl: string;
}

/** Minor units. `total` is what is due today: a trial's is 0. */
export interface Amounts {
  readonly subtotal: number;
  readonly total: number;
  readonly discount?: number | undefined;
  readonly shipping?: number | undefined;
  readonly tax?: number | undefined;
}

/** What became of a hosted page. Never holds what the buyer typed there. */
export interface Payment {
  /** The provider's id. */
  readonly id: string;
  /**
   * `open`: the buyer has yet to pay; `processing`: paid in a way that takes days to arrive; `paid`: arrived, or nothing is
   * due yet; `failed`: it never arrived; `closed`: run out, or closed by us. All but the first two are final.
   */
  readonly state: "open" | "processing" | "paid" | "failed" | "closed";
  /** The hosted page, while it is open. */
  readonly url?: string | undefined;
  readonly amounts: Amounts;
}

/** Something that the provider told us, which it is known to have said. */
export interface PaymentEvent {
  /** The same for a notice that is sent again. */
  readonly id: string;
  /** The payment that it is about, if it is about one. */
  readonly payment?: string | undefined;
}

/** A page of the provider's that this process serves itself. */
export interface HostedPage {
  /** As OpenAPI writes it: `/checkout/{id}`. */
  readonly path: string;
  readonly methods: Readonly<
    Record<string, (request: HostedRequest) => Promise<HostedResponse> | HostedResponse>
  >;
}

export interface HostedRequest {
  /** Decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The fields of a form that was sent. */
  readonly form: ReadonlyMap<string, string>;
}

export interface HostedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** HTML. */
  readonly body: string;
}

/**
 * Who takes the money: always on a page of its own, never through this interface. While the provider can't be reached,
 * each method rejects with the `Problem` "payments_unavailable".
 */
export interface PaymentProvider {
  /** As links and messages name it: `stripe`. */
  readonly name: string;
  /** Everything that can be bought now, and what is sold out; in a stable order. */
  listOffers(): Promise<OfferList>;
  /**
   * Opens a hosted page. Rejects with "offer_unavailable", "offers_do_not_mix" or "invalid_input" where the order is not what
   * the provider takes, and with "request_in_flight" while another process opens the same.
   */
  openPayment(order: Order): Promise<Payment>;
  /** What became of one, asked of the provider now; nothing if it knows of none. */
  findPayment(id: string): Promise<Payment | undefined>;
  /** Closes the page, if it is still open; what became of it either way. */
  closePayment(id: string): Promise<Payment>;
  /** What a webhook's raw body says; nothing if that is of no interest here. Throws the `Problem` "invalid_signature" if it is not the provider's. */
  readEvent?(
    body: Uint8Array,
    headers: { get(name: string): string | null },
  ): Promise<PaymentEvent | undefined>;
  /** The pages that stand in for the provider's. */
  readonly pages?: readonly HostedPage[];
}
