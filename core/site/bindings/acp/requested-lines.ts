import type { Offer } from "../../../ports/payments.ts";
import { Problem } from "../../../problem.ts";
import type { RequestedLine } from "../../checkouts/checkout-service.ts";
import type { ProtocolInput } from "../../contract.ts";
import { resolveLines } from "../../domain/offer.ts";

type RequestedItems = Pick<ProtocolInput<"createAcpCheckout">["body"], "line_items" | "items">;
type Item = NonNullable<RequestedItems["items"]>[number];

/** What a request wants to be bought, in whichever of ACP's forms it says so; nothing where it does not say. */
export function parseRequestedLines({
  line_items,
  items,
}: RequestedItems): RequestedLine[] | undefined {
  if (line_items && items)
    throw invalidBody("/items", "It says what line_items says: give one of them.");
  const field = line_items ? "line_items" : "items";
  return (line_items ?? items)?.map(({ id, item, quantity = 1 }: Item, at) => {
    const offer = id ?? item?.id;
    if (offer === undefined) throw invalidBody(`/${field}/${at}/id`, "It is required.");
    if (item && item.id !== offer)
      throw invalidBody(
        `/${field}/${at}/item/id`,
        `It is ${item.id}, and the line's own id is ${offer}: give one of them.`,
      );
    return { offer, quantity };
  });
}

/** Holds what is wanted against what is for sale, so that what can't be had is named by its place in the request. */
export function requireAvailable(
  requested: readonly RequestedLine[],
  offers: readonly Offer[],
  { line_items }: RequestedItems,
): void {
  requested.forEach((each, at) => {
    try {
      resolveLines([each], offers);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, message, hint } = error;
      throw new Problem(code, message, {
        hint,
        errors: [
          { pointer: `/body/${line_items ? "line_items" : "items"}/${at}/id`, detail: message },
        ],
      });
    }
  });
  resolveLines(requested, offers);
}

/** Refuses another currency than the one that the offers are sold in. */
export function requireCurrency(
  currency: string | undefined,
  requested: readonly RequestedLine[],
  offers: readonly Offer[],
): void {
  const offer = offers.find(({ id }) => id === requested[0]!.offer);
  if (currency === undefined || offer?.currency === currency.toUpperCase()) return;
  const detail = `${offer?.id} is sold in ${offer?.currency.toLowerCase()}, not in ${currency.toLowerCase()}.`;
  throw new Problem("offers_do_not_mix", detail, {
    hint: "Leave the currency out, or give the offer's own.",
    errors: [{ pointer: "/body/currency", detail }],
  });
}

/** What is wrong with a body beyond what the spec can say. */
export const invalidBody = (pointer: string, detail: string): Problem =>
  new Problem("invalid_input", `body${pointer}: ${detail}`, {
    errors: [{ pointer: `/body${pointer}`, detail }],
  });
