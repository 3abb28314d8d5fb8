import type { Offer } from "../../../ports/payments.ts";
import { Problem } from "../../../problem.ts";
import type { Wanted } from "../../checkouts/life.ts";
import type { BindingInput } from "../../contract.ts";
import { linesOf } from "../../domain/offer.ts";

type Asked = Pick<BindingInput<"createAcpCheckout">["body"], "line_items" | "items">;
type Item = NonNullable<Asked["items"]>[number];

/** What a request wants to be bought, in whichever of ACP's forms it says so; nothing where it does not say. */
export function wantedOf({ line_items, items }: Asked): Wanted[] | undefined {
  if (line_items && items) throw wrong("/items", "It says what line_items says: give one of them.");
  const list = line_items ? "line_items" : "items";
  return (line_items ?? items)?.map(({ id, item, quantity = 1 }: Item, at) => {
    const offer = id ?? item?.id;
    if (offer === undefined) throw wrong(`/${list}/${at}/id`, "It is required.");
    if (item && item.id !== offer)
      throw wrong(
        `/${list}/${at}/item/id`,
        `It is ${item.id}, and the line's own id is ${offer}: give one of them.`,
      );
    return { offer, quantity };
  });
}

/** Holds what is wanted against what is for sale, so that what can't be had is named by its place in the request. */
export function refuseUnavailable(
  wanted: readonly Wanted[],
  offers: readonly Offer[],
  { line_items }: Asked,
): void {
  wanted.forEach((each, at) => {
    try {
      linesOf([each], offers);
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
  linesOf(wanted, offers);
}

/** Refuses another currency than the one that the offers are sold in. */
export function refuseCurrency(
  asked: string | undefined,
  wanted: readonly Wanted[],
  offers: readonly Offer[],
): void {
  const offer = offers.find(({ id }) => id === wanted[0]!.offer);
  if (asked === undefined || offer?.currency === asked.toUpperCase()) return;
  const detail = `${offer?.id} is sold in ${offer?.currency.toLowerCase()}, not in ${asked.toLowerCase()}.`;
  throw new Problem("offers_do_not_mix", detail, {
    hint: "Leave the currency out, or give the offer's own.",
    errors: [{ pointer: "/body/currency", detail }],
  });
}

/** What is wrong with a body beyond what the spec can say. */
export const wrong = (pointer: string, detail: string): Problem =>
  new Problem("invalid_input", `body${pointer}: ${detail}`, {
    errors: [{ pointer: `/body${pointer}`, detail }],
  });
