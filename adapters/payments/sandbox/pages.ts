import { Problem } from "../../../core/index.ts";
import type { HostedPage, HostedRequest, HostedResponse } from "../../../core/ports/payments.ts";
import { needsShipping } from "./amounts.ts";
import type { TestCard } from "./card.ts";
import { renderCheckoutPage } from "./checkout-page.ts";
import { type BuyerDetails, type FieldError, parseForm } from "./form.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";
import { type ShopDetails, seeOther } from "./page.ts";
import { renderReceiptPage } from "./receipt-page.ts";
import {
  renderMissingReceiptPage,
  renderStatusPage,
  renderUnavailablePage,
  renderUnknownPage,
} from "./status-pages.ts";
import { createToken, isToken } from "./token.ts";

/** So long does what is processing take. */
export const ARRIVES_AFTER_MS = 8_000;

const DECLINED: Partial<Record<TestCard["outcome"], { heading: string; message: string }>> = {
  declines: {
    heading: "The card was declined, and nothing was paid",
    message: "This card is declined: try another of the test cards",
  },
  "lacks funds": {
    heading: "There is too little money on the card, and nothing was paid",
    message: "This card has too little money on it: try another of the test cards",
  },
};

/** The sandbox's pages: the one to pay on, and the receipt. */
export function createSandboxPages(
  shop: ShopDetails,
  ledger: Ledger,
  now: () => number,
): readonly HostedPage[] {
  const withUnavailablePage =
    (handler: (request: HostedRequest) => Promise<HostedResponse>) => (request: HostedRequest) =>
      handler(request).catch((error: unknown) => {
        if (error instanceof Problem && error.code === "payments_unavailable")
          return renderUnavailablePage(shop);
        throw error;
      });
  const findPayment = (id = "") => ledger.find(id);

  async function showCheckout({ parameters }: HostedRequest): Promise<HostedResponse> {
    const entry = await findPayment(parameters["id"]);
    if (!entry) return renderUnknownPage(shop);
    return entry.state === "open"
      ? renderCheckoutPage(shop, entry, now())
      : renderStatusPage(shop, entry, { now: now() });
  }

  async function pay({ parameters, form }: HostedRequest): Promise<HostedResponse> {
    const entry = await findPayment(parameters["id"]);
    if (!entry) return renderUnknownPage(shop);
    if (entry.state !== "open") return showEnded(entry, form);
    const { typed, errors, card } = parseForm(form, {
      countries: needsShipping(entry.order.lines) ? shop.countries : undefined,
      now: now(),
    });
    const showErrors = (status: number, heading: string, errors: readonly FieldError[]) =>
      renderCheckoutPage(shop, entry, now(), { status, heading, typed, errors });
    if (errors.length > 0 || !card)
      return showErrors(
        422,
        `Nothing was paid: ${errors.length === 1 ? "one entry needs" : `${errors.length} entries need`} another look`,
        errors,
      );
    const declined = DECLINED[card.outcome];
    if (declined)
      return showErrors(402, declined.heading, [
        { field: "card_number", message: declined.message },
      ]);
    const submittedReceipt = parseReceiptToken(form);
    return recordPayment(
      entry,
      {
        typed,
        card,
        receipt:
          submittedReceipt && !(await ledger.receipt(submittedReceipt))
            ? submittedReceipt
            : createToken("rcp_"),
      },
      form,
    );
  }

  async function recordPayment(
    entry: LedgerEntry,
    { typed, card, receipt }: { typed: BuyerDetails; card: TestCard; receipt: string },
    form: HostedRequest["form"],
  ): Promise<HostedResponse> {
    const arrives = {
      at: new Date(now() + ARRIVES_AFTER_MS).toISOString(),
      as: card.outcome === "fails later" ? "failed" : "paid",
    } as const;
    const next =
      card.outcome === "pays"
        ? { state: "paid" as const }
        : { state: "processing" as const, arrives };
    const last4 = card.number.slice(-4);
    if (
      await ledger.update(entry, next, {
        token: receipt,
        payment: entry.id,
        typed,
        last4,
        paid: new Date(now()).toISOString(),
      })
    )
      return seeOther(`/checkout/receipt/${receipt}`);
    // Somebody was quicker: the same buyer's second click, or whoever closed it.
    const latest = await ledger.find(entry.id);
    return latest ? showEnded(latest, form) : renderUnknownPage(shop);
  }

  /** Who has paid already, with the form of this very page, is shown the receipt again. */
  async function showEnded(
    entry: LedgerEntry,
    form: HostedRequest["form"],
  ): Promise<HostedResponse> {
    const receipt = parseReceiptToken(form);
    const isOwnReceipt = receipt && (await ledger.receipt(receipt))?.payment === entry.id;
    return isOwnReceipt
      ? seeOther(`/checkout/receipt/${receipt}`)
      : renderStatusPage(shop, entry, { now: now(), isRepeat: true });
  }

  async function showReceipt({
    parameters: { token: receiptToken = "" },
  }: HostedRequest): Promise<HostedResponse> {
    const receipt = isToken("rcp_", receiptToken) ? await ledger.receipt(receiptToken) : undefined;
    const entry = receipt && (await ledger.find(receipt.payment));
    return receipt && entry
      ? renderReceiptPage(shop, entry, receipt)
      : renderMissingReceiptPage(shop);
  }

  return [
    {
      path: "/checkout/pay/{id}",
      methods: { GET: withUnavailablePage(showCheckout), POST: withUnavailablePage(pay) },
    },
    { path: "/checkout/receipt/{token}", methods: { GET: withUnavailablePage(showReceipt) } },
  ];
}

function parseReceiptToken(form: HostedRequest["form"]): string | undefined {
  const value = form.get("receipt") ?? "";
  return isToken("rcp_", value) ? value : undefined;
}
