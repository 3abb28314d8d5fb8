import { Problem } from "../../../problem.ts";
import type { RequestedLine } from "../../checkouts/checkout-service.ts";
import type { Commerce } from "../../checkouts/commerce.ts";
import { absoluteUrl } from "../../domain/checkout-view.ts";
import { MAX_LINES, MAX_QUANTITY } from "../../domain/offer.ts";
import { type NegotiatedTerms, type RefusalResponse, refusal, unrecoverable } from "./responses.ts";

/** What the shop does not sell at once, before anything is asked of anyone; nothing if it might. */
export function checkQuantityLimits(
  requested: readonly RequestedLine[],
  terms: NegotiatedTerms,
): RefusalResponse | undefined {
  const index = requested.findIndex(({ quantity }) => quantity > MAX_QUANTITY);
  if (index !== -1)
    return refusal(terms, [
      unrecoverable(
        "quantity_exceeded",
        `At most ${MAX_QUANTITY} of an item are sold at once.`,
        `$.line_items[${index}].quantity`,
      ),
    ]);
  if (requested.length > MAX_LINES)
    return refusal(terms, [
      unrecoverable(
        "too_many_line_items",
        `A checkout has at most ${MAX_LINES} lines.`,
        "$.line_items",
      ),
    ]);
  return undefined;
}

/** What the shop says to a purchase that can't be, or to a checkout that it does not know; throws what is nothing of the kind. */
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
    return refusal(terms, [unrecoverable("item_unavailable", NOT_SOLD, `${path}.item.id`)]);
  return refusal(
    terms,
    [unrecoverable("out_of_stock", `${offer.title} is sold out.`, path)],
    absoluteUrl(site, offer.url),
  );
}

/** Of a checkout that is not known. */
export const checkoutNotFound = (terms: NegotiatedTerms): RefusalResponse =>
  refusal(terms, [
    unrecoverable(
      "not_found",
      "There is no checkout of this id. Create one: its answer has the id.",
    ),
  ]);

/** Where nothing is for sale at all. */
export const nothingForSale = (terms: NegotiatedTerms): RefusalResponse =>
  refusal(terms, [unrecoverable("item_unavailable", "Nothing is for sale here.", "$.line_items")]);

const NOT_SOLD = "No item of this id is for sale here. The catalog lists what is.";
