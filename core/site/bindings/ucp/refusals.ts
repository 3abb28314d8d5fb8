import { Problem } from "../../../problem.ts";
import type { Commerce } from "../../checkouts/commerce.ts";
import type { Wanted } from "../../checkouts/life.ts";
import { absoluteUrl } from "../../domain/checkout-view.ts";
import { MOST_LINES, MOST_OF_ONE } from "../../domain/offer.ts";
import { type Refused, refused, type Terms, unrecoverable } from "./answers.ts";

/** What the shop does not sell at once, before anything is asked of anyone; nothing if it might. */
export function tooMuch(wanted: readonly Wanted[], terms: Terms): Refused | undefined {
  const at = wanted.findIndex(({ quantity }) => quantity > MOST_OF_ONE);
  if (at !== -1)
    return refused(terms, [
      unrecoverable(
        "quantity_exceeded",
        `At most ${MOST_OF_ONE} of an item are sold at once.`,
        `$.line_items[${at}].quantity`,
      ),
    ]);
  if (wanted.length > MOST_LINES)
    return refused(terms, [
      unrecoverable(
        "too_many_line_items",
        `A checkout has at most ${MOST_LINES} lines.`,
        "$.line_items",
      ),
    ]);
  return undefined;
}

/** What the shop says to a purchase that can't be, or to a checkout that it does not know; throws what is nothing of the kind. */
export async function refusalOf(
  error: unknown,
  wanted: readonly Wanted[],
  { payments, site }: Commerce,
  terms: Terms,
): Promise<Refused> {
  if (!(error instanceof Problem)) throw error;
  if (error.code === "checkout_not_found") return noCheckout(terms);
  if (error.code === "offers_do_not_mix")
    return refused(terms, [
      unrecoverable("items_do_not_mix", `${error.message} ${error.hint}`, "$.line_items"),
    ]);
  if (error.code !== "offer_not_found" && error.code !== "offer_unavailable") throw error;
  const { offers } = await payments.offers();
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const at = wanted.findIndex(({ offer }) => !byId.get(offer)?.isAvailable);
  const offer = byId.get(wanted[at]?.offer ?? "");
  const path = `$.line_items[${Math.max(at, 0)}]`;
  if (!offer)
    return refused(terms, [unrecoverable("item_unavailable", NOT_SOLD, `${path}.item.id`)]);
  return refused(
    terms,
    [unrecoverable("out_of_stock", `${offer.title} is sold out.`, path)],
    absoluteUrl(site, offer.url),
  );
}

/** Of a checkout that is not known. */
export const noCheckout = (terms: Terms): Refused =>
  refused(terms, [
    unrecoverable(
      "not_found",
      "There is no checkout of this id. Create one: its answer has the id.",
    ),
  ]);

/** Where nothing is for sale at all. */
export const nothingForSale = (terms: Terms): Refused =>
  refused(terms, [unrecoverable("item_unavailable", "Nothing is for sale here.", "$.line_items")]);

const NOT_SOLD = "No item of this id is for sale here. The catalog lists what is.";
