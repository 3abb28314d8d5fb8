import type { Checkout } from "../../../ports/checkout-store.ts";
import { Problem } from "../../../problem.ts";
import {
  cancelCheckout,
  changeCheckout,
  openCheckout,
  readCheckout,
} from "../../checkouts/checkout-service.ts";
import type { Commerce } from "../../checkouts/commerce.ts";
import type { Context, ProtocolOperation } from "../../contract.ts";
import { newCheckoutId } from "../../domain/checkout.ts";
import { refusal } from "./failure.ts";
import {
  invalidBody,
  parseRequestedLines,
  requireAvailable,
  requireCurrency,
} from "./requested-lines.ts";
import { type Session, toSession } from "./view.ts";

export const createAcpCheckout: ProtocolOperation<"createAcpCheckout"> = async (
  { body },
  { commerce, site, checkoutId: checkout = newCheckoutId() },
) => {
  const requested = parseRequestedLines(body);
  if (!requested) throw invalidBody("/line_items", "It is required.");
  if (!commerce) throw new Problem("offer_not_found", "Nothing is for sale here.");
  const { offers } = await commerce.payments.listOffers();
  requireAvailable(requested, offers, body);
  requireCurrency(body.currency, requested, offers);
  return { status: 201, body: toSession(site, await openCheckout(commerce, checkout, requested)) };
};

export const getAcpCheckout: ProtocolOperation<"getAcpCheckout"> = async ({ path }, context) =>
  sessionResponse(context, await readCheckout(requireCommerce(context), path.checkout_session_id));

export const updateAcpCheckout: ProtocolOperation<"updateAcpCheckout"> = async (
  { path, body },
  context,
) => {
  const commerce = requireCommerce(context);
  const id = path.checkout_session_id;
  const requested = parseRequestedLines(body);
  const before = await readCheckout(commerce, id);
  // Whatever else was sent is not kept, so that leaving the lines as they are changes nothing.
  const unchanged = before.lines.map(({ offer, quantity }) => ({ offer: offer.id, quantity }));
  if (requested && isOpen(before))
    requireAvailable(requested, (await commerce.payments.listOffers()).offers, body);
  return sessionResponse(context, await changeCheckout(commerce, id, requested ?? unchanged));
};

export const completeAcpCheckout: ProtocolOperation<"completeAcpCheckout"> = async (
  { path, body },
  context,
) => {
  const checkout = await readCheckout(requireCommerce(context), path.checkout_session_id);
  if (isClosed(checkout)) {
    throw new Problem(
      "checkout_final",
      `The checkout ${checkout.id} is ${checkout.state}: it can't be completed any more.`,
      { hint: "Create a new one." },
    );
  }
  return sessionResponse(
    context,
    checkout,
    hasPaymentData(body?.payment_data) ? [paymentDataMessage(checkout)] : [],
  );
};

export const cancelAcpCheckout: ProtocolOperation<"cancelAcpCheckout"> = async (
  { path },
  context,
) => {
  const commerce = requireCommerce(context);
  const checkout = await readCheckout(commerce, path.checkout_session_id);
  if (checkout.state === "completed" || isClosed(checkout)) {
    const message = `The checkout ${checkout.id} is ${checkout.state}: there is nothing left to call off.`;
    return { status: 405, body: refusal("not_cancelable", message), headers: { allow: "OPTIONS" } };
  }
  return sessionResponse(context, await cancelCheckout(commerce, checkout.id));
};

function requireCommerce({ commerce }: Context): Commerce {
  if (commerce) return commerce;
  throw new Problem(
    "checkout_not_found",
    "Nothing is for sale here, so there is no such checkout.",
  );
}

const sessionResponse = (
  { site }: Context,
  checkout: Checkout,
  extraMessages: readonly Session["messages"][number][] = [],
) => ({ status: 200, body: toSession(site, checkout, extraMessages) }) as const;

const isOpen = ({ state }: Checkout) => state === "open" || state === "opening";
const isClosed = ({ state }: Checkout) =>
  state === "failed" || state === "canceled" || state === "expired";

/** Whether something to pay with was sent; what it is, nobody looks at. */
const hasPaymentData = (data: unknown) =>
  data !== undefined &&
  data !== null &&
  !(typeof data === "object" && Object.keys(data).length === 0);

function paymentDataMessage(checkout: Checkout): Session["messages"][number] {
  const guidance = isOpen(checkout)
    ? "The buyer pays on the page at continue_url, and nowhere else."
    : "There is nothing left to pay.";
  return {
    type: "error",
    code: "unsupported",
    severity: "high",
    ...(isOpen(checkout) && { resolution: "requires_buyer_input" as const }),
    param: "$.payment_data",
    content_type: "plain",
    content: `No payment data is taken here, no instrument and no token: what was sent was neither used nor kept. ${guidance}`,
  };
}
