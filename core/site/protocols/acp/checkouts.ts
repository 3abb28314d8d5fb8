import { Problem } from "../../../http/problem.ts";
import type { Checkout } from "../../../ports/stores/checkout-store.ts";
import { newCheckoutId } from "../../checkout/checkout.ts";
import {
  cancelCheckout,
  changeCheckout,
  finalCheckoutProblem,
  openCheckout,
  readCheckout,
} from "../../checkout/checkout-service.ts";
import type { Commerce } from "../../checkout/commerce.ts";
import type { Context, ProtocolOperation } from "../../contract.ts";
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
  { commerce, site, checkoutId = newCheckoutId() },
) => {
  const requested = parseRequestedLines(body);
  if (!requested) throw invalidBody("/line_items", "It is required.");
  if (!commerce) throw new Problem("offer_not_found", "This site doesn't sell anything.");
  const { offers } = await commerce.payments.listOffers();
  requireAvailable(requested, offers, body);
  requireCurrency(body.currency, requested, offers);
  return {
    status: 201,
    body: toSession(site, await openCheckout(commerce, checkoutId, requested)),
  };
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
  // Nothing else of a request is stored, so a request without lines changes nothing.
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
    throw finalCheckoutProblem(checkout, "completed");
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
    const message = `Checkout "${checkout.id}" can't be canceled in the state "${checkout.state}".`;
    return { status: 405, body: refusal("not_cancelable", message), headers: { allow: "OPTIONS" } };
  }
  return sessionResponse(context, await cancelCheckout(commerce, checkout.id));
};

function requireCommerce({ commerce }: Context): Commerce {
  if (commerce) return commerce;
  throw new Problem(
    "checkout_not_found",
    "This site doesn't sell anything, so it has no such checkout.",
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

/** Returns whether a request contains payment data. The data itself is never inspected. */
const hasPaymentData = (data: unknown) =>
  data !== undefined &&
  data !== null &&
  !(typeof data === "object" && Object.keys(data).length === 0);

function paymentDataMessage(checkout: Checkout): Session["messages"][number] {
  const guidance = isOpen(checkout)
    ? "The buyer can pay only on the hosted payment page at continue_url."
    : "Nothing is left to pay.";
  return {
    type: "error",
    code: "unsupported",
    severity: "high",
    ...(isOpen(checkout) && { resolution: "requires_buyer_input" as const }),
    param: "$.payment_data",
    content_type: "plain",
    content: `Payment data, such as an instrument or a token, is not accepted. The data was neither used nor stored. ${guidance}`,
  };
}
