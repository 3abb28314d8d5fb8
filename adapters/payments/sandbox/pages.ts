import { seeOther } from "../../../core/lib/html-page/index.ts";
import type { HostedPage, HostedRequest, HostedResponse } from "../../../core/ports/payments.ts";
import { Problem } from "../../../core/site.ts";
import { needsShipping } from "./amounts.ts";
import type { TestCard } from "./card.ts";
import { renderCheckoutPage } from "./checkout-page.ts";
import { type BuyerDetails, type FieldError, parseForm } from "./form.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";
import type { ShopDetails } from "./page.ts";
import { renderReceiptPage } from "./receipt-page.ts";
import {
  renderMissingReceiptPage,
  renderStatusPage,
  renderUnavailablePage,
  renderUnknownPage,
} from "./status-pages.ts";
import { createToken, isToken } from "./token.ts";

/** The time that a delayed payment stays in processing. */
const PROCESSING_MS = 8_000;

const DECLINED: Partial<Record<TestCard["outcome"], { heading: string; message: string }>> = {
  declined: {
    heading: "The card was declined. Nothing was paid.",
    message: "This card was declined. Try another test card",
  },
  insufficient_funds: {
    heading: "The card has insufficient funds. Nothing was paid.",
    message: "This card has insufficient funds. Try another test card",
  },
};

/** Creates the hosted payment page and the receipt page. */
export function createSandboxPages(
  shop: ShopDetails,
  ledger: Ledger,
  now: () => number,
): readonly HostedPage[] {
  const pages = new SandboxPages(shop, ledger, now);
  const withUnavailablePage =
    (handler: (request: HostedRequest) => Promise<HostedResponse>) => (request: HostedRequest) =>
      handler(request).catch((error: unknown) => {
        if (error instanceof Problem && error.code === "payments_unavailable")
          return renderUnavailablePage(shop);
        throw error;
      });
  return [
    {
      path: "/checkout/pay/{id}",
      methods: {
        GET: withUnavailablePage((request) => pages.showCheckout(request)),
        POST: withUnavailablePage((request) => pages.pay(request)),
      },
    },
    {
      path: "/checkout/receipt/{token}",
      methods: { GET: withUnavailablePage((request) => pages.showReceipt(request)) },
    },
  ];
}

class SandboxPages {
  readonly #shop: ShopDetails;
  readonly #ledger: Ledger;
  readonly #now: () => number;

  constructor(shop: ShopDetails, ledger: Ledger, now: () => number) {
    this.#shop = shop;
    this.#ledger = ledger;
    this.#now = now;
  }

  async showCheckout({ parameters }: HostedRequest): Promise<HostedResponse> {
    const entry = await this.#findPayment(parameters["id"]);
    if (!entry) return renderUnknownPage(this.#shop);
    return entry.state === "open"
      ? renderCheckoutPage(this.#shop, entry, this.#now())
      : renderStatusPage(this.#shop, entry, { now: this.#now() });
  }

  async pay({ parameters, form }: HostedRequest): Promise<HostedResponse> {
    const entry = await this.#findPayment(parameters["id"]);
    if (!entry) return renderUnknownPage(this.#shop);
    if (entry.state !== "open") return this.#rejectPayment(entry, form);
    const { details, errors, card } = parseForm(form, {
      countries: needsShipping(entry.order.lines) ? this.#shop.countries : undefined,
      now: this.#now(),
    });
    const showErrors = (status: number, heading: string, errors: readonly FieldError[]) =>
      renderCheckoutPage(this.#shop, entry, this.#now(), { status, heading, details, errors });
    if (errors.length > 0 || !card)
      return showErrors(
        422,
        `Nothing was paid. Correct ${errors.length === 1 ? "one field" : `${errors.length} fields`}.`,
        errors,
      );
    const declined = DECLINED[card.outcome];
    if (declined)
      return showErrors(402, declined.heading, [
        { field: "card_number", message: declined.message },
      ]);
    const submittedReceipt = parseReceiptToken(form);
    const isUnused = submittedReceipt && !(await this.#ledger.findReceipt(submittedReceipt));
    const receipt = isUnused ? submittedReceipt : createToken("rcp_");
    return this.#recordPayment(entry, { details, card, receipt }, form);
  }

  async showReceipt({ parameters }: HostedRequest): Promise<HostedResponse> {
    const { token = "" } = parameters;
    const receipt = isToken("rcp_", token) ? await this.#ledger.findReceipt(token) : undefined;
    const entry = receipt && (await this.#ledger.find(receipt.payment));
    return receipt && entry
      ? renderReceiptPage(this.#shop, entry, receipt)
      : renderMissingReceiptPage(this.#shop);
  }

  #findPayment(id = ""): Promise<LedgerEntry | undefined> {
    return this.#ledger.find(id);
  }

  async #recordPayment(
    entry: LedgerEntry,
    { details, card, receipt }: { details: BuyerDetails; card: TestCard; receipt: string },
    form: HostedRequest["form"],
  ): Promise<HostedResponse> {
    const paidAt = this.#now();
    const isRecorded = await this.#ledger.update(entry, computeNextState(card, paidAt), {
      token: receipt,
      payment: entry.id,
      typed: details,
      last4: card.number.slice(-4),
      paid: new Date(paidAt).toISOString(),
    });
    if (isRecorded) return seeOther(`/checkout/receipt/${receipt}`);
    // A concurrent request won: the same buyer's second click, or a cancellation.
    const latest = await this.#ledger.find(entry.id);
    return latest ? this.#rejectPayment(latest, form) : renderUnknownPage(this.#shop);
  }

  /**
   * Redirects the buyer who paid with this very form to the receipt, and shows others the status.
   */
  async #rejectPayment(entry: LedgerEntry, form: HostedRequest["form"]): Promise<HostedResponse> {
    const receipt = parseReceiptToken(form);
    const isOwnReceipt = receipt && (await this.#ledger.findReceipt(receipt))?.payment === entry.id;
    return isOwnReceipt
      ? seeOther(`/checkout/receipt/${receipt}`)
      : renderStatusPage(this.#shop, entry, { now: this.#now(), isRepeat: true });
  }
}

function computeNextState(
  { outcome }: TestCard,
  paidAt: number,
): Pick<LedgerEntry, "state" | "arrives"> {
  if (outcome === "success") return { state: "paid" };
  return {
    state: "processing",
    arrives: {
      at: new Date(paidAt + PROCESSING_MS).toISOString(),
      as: outcome === "delayed_failure" ? "failed" : "paid",
    },
  };
}

function parseReceiptToken(form: HostedRequest["form"]): string | undefined {
  const value = form.get("receipt") ?? "";
  return isToken("rcp_", value) ? value : undefined;
}
