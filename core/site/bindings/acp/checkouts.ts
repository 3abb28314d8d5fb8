import type { Checkout } from "../../../ports/storage.ts";
import { Problem } from "../../../problem.ts";
import type { Commerce } from "../../checkouts/commerce.ts";
import {
  cancelCheckout,
  changeCheckout,
  openCheckout,
  readCheckout,
} from "../../checkouts/life.ts";
import type { Binding, Context } from "../../contract.ts";
import { newCheckoutId } from "../../domain/checkout.ts";
import { refusal } from "./failure.ts";
import { type Session, sessionOf } from "./view.ts";
import { refuseCurrency, refuseUnavailable, wantedOf, wrong } from "./wanted.ts";

export const createAcpCheckout: Binding<"createAcpCheckout"> = async (
  { body },
  { commerce, site, checkout = newCheckoutId() },
) => {
  const wanted = wantedOf(body);
  if (!wanted) throw wrong("/line_items", "It is required.");
  if (!commerce) throw new Problem("offer_not_found", "Nothing is for sale here.");
  const { offers } = await commerce.payments.offers();
  refuseUnavailable(wanted, offers, body);
  refuseCurrency(body.currency, wanted, offers);
  return { status: 201, body: sessionOf(site, await openCheckout(commerce, checkout, wanted)) };
};

export const getAcpCheckout: Binding<"getAcpCheckout"> = async ({ path }, context) =>
  stands(context, await readCheckout(commerceOf(context), path.checkout_session_id));

export const updateAcpCheckout: Binding<"updateAcpCheckout"> = async ({ path, body }, context) => {
  const commerce = commerceOf(context);
  const id = path.checkout_session_id;
  const wanted = wantedOf(body);
  const before = await readCheckout(commerce, id);
  // Whatever else was sent is not kept, so that leaving the lines as they are changes nothing.
  const same = before.lines.map(({ offer, quantity }) => ({ offer: offer.id, quantity }));
  if (wanted && isOpen(before))
    refuseUnavailable(wanted, (await commerce.payments.offers()).offers, body);
  return stands(context, await changeCheckout(commerce, id, wanted ?? same));
};

export const completeAcpCheckout: Binding<"completeAcpCheckout"> = async (
  { path, body },
  context,
) => {
  const checkout = await readCheckout(commerceOf(context), path.checkout_session_id);
  if (isOver(checkout)) {
    throw new Problem(
      "checkout_final",
      `The checkout ${checkout.id} is ${checkout.state}: it can't be completed any more.`,
      { hint: "Create a new one." },
    );
  }
  return stands(context, checkout, holdsAnything(body?.payment_data) ? [notTaken(checkout)] : []);
};

export const cancelAcpCheckout: Binding<"cancelAcpCheckout"> = async ({ path }, context) => {
  const commerce = commerceOf(context);
  const checkout = await readCheckout(commerce, path.checkout_session_id);
  if (checkout.state === "completed" || isOver(checkout)) {
    const message = `The checkout ${checkout.id} is ${checkout.state}: there is nothing left to call off.`;
    return { status: 405, body: refusal("not_cancelable", message), headers: { allow: "OPTIONS" } };
  }
  return stands(context, await cancelCheckout(commerce, checkout.id));
};

function commerceOf({ commerce }: Context): Commerce {
  if (commerce) return commerce;
  throw new Problem(
    "checkout_not_found",
    "Nothing is for sale here, so there is no such checkout.",
  );
}

const stands = (
  { site }: Context,
  checkout: Checkout,
  more: readonly Session["messages"][number][] = [],
) => ({ status: 200, body: sessionOf(site, checkout, more) }) as const;

const isOpen = ({ state }: Checkout) => state === "open" || state === "opening";
const isOver = ({ state }: Checkout) =>
  state === "failed" || state === "canceled" || state === "expired";

/** Whether something to pay with was sent; what it is, nobody looks at. */
const holdsAnything = (data: unknown) =>
  data !== undefined &&
  data !== null &&
  !(typeof data === "object" && Object.keys(data).length === 0);

function notTaken(checkout: Checkout): Session["messages"][number] {
  const way = isOpen(checkout)
    ? "The buyer pays on the page at continue_url, and nowhere else."
    : "There is nothing left to pay.";
  return {
    type: "error",
    code: "unsupported",
    severity: "high",
    ...(isOpen(checkout) && { resolution: "requires_buyer_input" as const }),
    param: "$.payment_data",
    content_type: "plain",
    content: `No payment data is taken here, no instrument and no token: what was sent was neither used nor kept. ${way}`,
  };
}
