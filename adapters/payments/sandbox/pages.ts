import { Problem } from "../../../core/index.ts";
import type { HostedAnswer, HostedPage, HostedRequest } from "../../../core/ports/payments.ts";
import { needsShipping } from "./amounts.ts";
import type { TestCard } from "./card.ts";
import { checkoutPage } from "./checkout-page.ts";
import { type FieldError, readForm, type Typed } from "./form.ts";
import type { Kept, Ledger } from "./ledger.ts";
import { type Shop, seeOther } from "./page.ts";
import { receiptPage } from "./receipt-page.ts";
import { noReceiptPage, standingPage, unavailablePage, unknownPage } from "./standing-pages.ts";
import { isToken, token } from "./token.ts";

/** So long does what is processing take. */
export const ARRIVES_AFTER_MS = 8_000;

const REFUSED: Partial<Record<TestCard["does"], { heading: string; message: string }>> = {
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
export function sandboxPages(shop: Shop, books: Ledger, now: () => number): readonly HostedPage[] {
  const always =
    (answer: (request: HostedRequest) => Promise<HostedAnswer>) => (request: HostedRequest) =>
      answer(request).catch((error: unknown) => {
        if (error instanceof Problem && error.code === "payments_unavailable")
          return unavailablePage(shop);
        throw error;
      });
  const whereIs = (id = "") => books.find(id);

  async function show({ parameters }: HostedRequest): Promise<HostedAnswer> {
    const kept = await whereIs(parameters["id"]);
    if (!kept) return unknownPage(shop);
    return kept.state === "open"
      ? checkoutPage(shop, kept, now())
      : standingPage(shop, kept, { now: now() });
  }

  async function pay({ parameters, form }: HostedRequest): Promise<HostedAnswer> {
    const kept = await whereIs(parameters["id"]);
    if (!kept) return unknownPage(shop);
    if (kept.state !== "open") return over(kept, form);
    const { typed, errors, card } = readForm(form, {
      sendsTo: needsShipping(kept.order.lines) ? shop.countries : undefined,
      now: now(),
    });
    const again = (status: number, heading: string, errors: readonly FieldError[]) =>
      checkoutPage(shop, kept, now(), { status, heading, typed, errors });
    if (errors.length > 0 || !card)
      return again(
        422,
        `Nothing was paid: ${errors.length === 1 ? "one entry needs" : `${errors.length} entries need`} another look`,
        errors,
      );
    const refused = REFUSED[card.does];
    if (refused)
      return again(402, refused.heading, [{ field: "card_number", message: refused.message }]);
    const asked = receiptOf(form);
    return take(
      kept,
      { typed, card, receipt: asked && !(await books.receipt(asked)) ? asked : token("rcp_") },
      form,
    );
  }

  async function take(
    kept: Kept,
    { typed, card, receipt }: { typed: Typed; card: TestCard; receipt: string },
    form: HostedRequest["form"],
  ): Promise<HostedAnswer> {
    const arrives = {
      at: new Date(now() + ARRIVES_AFTER_MS).toISOString(),
      as: card.does === "fails later" ? "failed" : "paid",
    } as const;
    const next =
      card.does === "pays" ? { state: "paid" as const } : { state: "processing" as const, arrives };
    const last4 = card.number.slice(-4);
    if (
      await books.change(kept, next, {
        token: receipt,
        payment: kept.id,
        typed,
        last4,
        paid: new Date(now()).toISOString(),
      })
    )
      return seeOther(`/checkout/receipt/${receipt}`);
    // Somebody was quicker: the same buyer's second click, or whoever closed it.
    const after = await books.find(kept.id);
    return after ? over(after, form) : unknownPage(shop);
  }

  /** Who has paid already, with the form of this very page, is shown the receipt again. */
  async function over(kept: Kept, form: HostedRequest["form"]): Promise<HostedAnswer> {
    const receipt = receiptOf(form);
    const isTheirs = receipt && (await books.receipt(receipt))?.payment === kept.id;
    return isTheirs
      ? seeOther(`/checkout/receipt/${receipt}`)
      : standingPage(shop, kept, { now: now(), again: true });
  }

  async function showReceipt({
    parameters: { token: asked = "" },
  }: HostedRequest): Promise<HostedAnswer> {
    const receipt = isToken("rcp_", asked) ? await books.receipt(asked) : undefined;
    const kept = receipt && (await books.find(receipt.payment));
    return receipt && kept ? receiptPage(shop, kept, receipt) : noReceiptPage(shop);
  }

  return [
    { path: "/checkout/pay/{id}", methods: { GET: always(show), POST: always(pay) } },
    { path: "/checkout/receipt/{token}", methods: { GET: always(showReceipt) } },
  ];
}

function receiptOf(form: HostedRequest["form"]): string | undefined {
  const typed = form.get("receipt") ?? "";
  return isToken("rcp_", typed) ? typed : undefined;
}
