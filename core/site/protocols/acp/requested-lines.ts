import { Problem } from "../../../http/problem.ts";
import type { Offer } from "../../../ports/payments.ts";
import type { RequestedLine } from "../../checkout/checkout-service.ts";
import { resolveLines } from "../../checkout/offer.ts";
import type { ProtocolInput } from "../../contract.ts";

type RequestedItems = Pick<ProtocolInput<"createAcpCheckout">["body"], "line_items" | "items">;
type Item = NonNullable<RequestedItems["items"]>[number];

/** Returns the lines in `line_items` or `items`, if any. Throws the `Problem` "invalid_input". */
export function parseRequestedLines({
  line_items,
  items,
}: RequestedItems): RequestedLine[] | undefined {
  if (line_items && items)
    throw invalidBody("/items", "line_items and items are mutually exclusive. Send one of them.");
  const field = line_items ? "line_items" : "items";
  return (line_items ?? items)?.map(({ id, item, quantity = 1 }: Item, index) => {
    const offer = id ?? item?.id;
    if (offer === undefined) throw invalidBody(`/${field}/${index}/id`, "It is required.");
    if (item && item.id !== offer)
      throw invalidBody(
        `/${field}/${index}/item/id`,
        `It is "${item.id}", but the id of the line is "${offer}". Send one of them.`,
      );
    return { offer, quantity };
  });
}

/** Throws the `Problem` of the first unavailable line, with a pointer to the line. */
export function requireAvailable(
  requested: readonly RequestedLine[],
  offers: readonly Offer[],
  { line_items }: RequestedItems,
): void {
  requested.forEach((line, index) => {
    try {
      resolveLines([line], offers);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, message, hint } = error;
      throw new Problem(code, message, {
        hint,
        errors: [
          { pointer: `/body/${line_items ? "line_items" : "items"}/${index}/id`, detail: message },
        ],
      });
    }
  });
  resolveLines(requested, offers);
}

/** Throws the `Problem` "offers_do_not_mix" if the requested currency differs from the offers'. */
export function requireCurrency(
  currency: string | undefined,
  requested: readonly RequestedLine[],
  offers: readonly Offer[],
): void {
  const [first] = requested;
  const offer = first && offers.find(({ id }) => id === first.offer);
  if (currency === undefined || offer?.currency === currency.toUpperCase()) return;
  const detail = `Offer "${offer?.id}" is priced in ${offer?.currency.toLowerCase()}, not in ${currency.toLowerCase()}.`;
  throw new Problem("offers_do_not_mix", detail, {
    hint: "Omit the currency, or send the currency of the offer.",
    errors: [{ pointer: "/body/currency", detail }],
  });
}

/** Creates the problem of a body that violates a rule which the schema can't express. */
export const invalidBody = (pointer: string, detail: string): Problem =>
  new Problem("invalid_input", `body${pointer}: ${detail}`, {
    errors: [{ pointer: `/body${pointer}`, detail }],
  });
