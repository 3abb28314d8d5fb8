import { Problem } from "../../../http/problem.ts";
import type { RequestedLine } from "../../checkout/checkout-service.ts";
import { absoluteUrl } from "../../checkout/checkout-view.ts";
import type { Commerce } from "../../checkout/commerce.ts";
import { MAX_LINES, MAX_QUANTITY } from "../../checkout/offer.ts";
import { type NegotiatedTerms, type RefusalResponse, refusal, unrecoverable } from "./responses.ts";

/** Refuses excessive quantities and too many lines. Sends no request to the payment provider. */
export function checkQuantityLimits(
  requested: readonly RequestedLine[],
  terms: NegotiatedTerms,
): RefusalResponse | undefined {
  const index = requested.findIndex(({ quantity }) => quantity > MAX_QUANTITY);
  if (index !== -1)
    return refusal(terms, [
      unrecoverable(
        "quantity_exceeded",
        `The maximum quantity of an item is ${MAX_QUANTITY}.`,
        `$.line_items[${index}].quantity`,
      ),
    ]);
  if (requested.length > MAX_LINES)
    return refusal(terms, [
      unrecoverable(
        "too_many_line_items",
        `A checkout can have at most ${MAX_LINES} line items.`,
        "$.line_items",
      ),
    ]);
  return undefined;
}

/**
 * Converts errors about unknown checkouts and unavailable offers into business refusals (overview,
 * "Business Outcomes"). Rethrows every other error.
 */
export async function toRefusal(
  error: unknown,
  requested: readonly RequestedLine[],
  { payments, site }: Commerce,
  terms: NegotiatedTerms,
): Promise<RefusalResponse> {
  if (!(error instanceof Problem)) throw error;
  if (error.code === "checkout_not_found") return checkoutNotFound(terms);
  if (error.code === "offers_do_not_mix")
    return refusal(terms, [
      unrecoverable("items_do_not_mix", `${error.message} ${error.hint}`, "$.line_items"),
    ]);
  if (error.code !== "offer_not_found" && error.code !== "offer_unavailable") throw error;
  const { offers } = await payments.listOffers();
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const index = requested.findIndex(({ offer }) => !byId.get(offer)?.isAvailable);
  const offer = byId.get(requested[index]?.offer ?? "");
  const path = `$.line_items[${Math.max(index, 0)}]`;
  if (!offer)
    return refusal(terms, [unrecoverable("item_unavailable", UNKNOWN_ITEM, `${path}.item.id`)]);
  return refusal(
    terms,
    [unrecoverable("out_of_stock", `${offer.title} is sold out.`, path)],
    absoluteUrl(site, offer.url),
  );
}

export const checkoutNotFound = (terms: NegotiatedTerms): RefusalResponse =>
  refusal(terms, [
    unrecoverable(
      "not_found",
      "No checkout has this ID. Create a checkout and use the ID in its response.",
    ),
  ]);

export const nothingForSale = (terms: NegotiatedTerms): RefusalResponse =>
  refusal(terms, [
    unrecoverable("item_unavailable", "This site doesn't sell anything.", "$.line_items"),
  ]);

const UNKNOWN_ITEM = "No item has this ID. Search the catalog for the items on sale.";
