import type { Checkout } from "../../../ports/checkout-store.ts";
import { Problem } from "../../../problem.ts";
import {
  cancelCheckout,
  changeCheckout,
  openCheckout,
  type RequestedLine,
  readCheckout,
} from "../../checkouts/checkout-service.ts";
import type { Commerce } from "../../checkouts/commerce.ts";
import { runIdempotently } from "../../checkouts/idempotency.ts";
import type { Context, ProtocolInput, ProtocolOperation } from "../../contract.ts";
import { isCheckoutId, isFinal, newCheckoutId } from "../../domain/checkout.ts";
import { UCP_PATH } from "../../domain/ucp/versions.ts";
import { negotiate } from "./negotiate.ts";
import { paymentWarnings } from "./payment-warnings.ts";
import { checkoutNotFound, checkQuantityLimits, nothingForSale, toRefusal } from "./refusals.ts";
import type { NegotiatedTerms, RefusalResponse } from "./responses.ts";
import { checkoutView } from "./view.ts";

const CHECKOUT = "dev.ucp.shopping.checkout";
const SESSIONS = `${UCP_PATH}/checkout-sessions`;

export const createUcpCheckout: ProtocolOperation<"createUcpCheckout"> = async (
  { headers, body },
  context,
) => {
  const negotiation = await negotiate(headers["ucp-agent"], CHECKOUT, context);
  if ("refusal" in negotiation) return negotiation.refusal;
  const requested = parseRequestedLines(body);
  const refusal =
    checkQuantityLimits(requested, negotiation.terms) ??
    (context.commerce ? undefined : nothingForSale(negotiation.terms));
  if (refusal) return withPaymentWarnings(refusal, body);
  const request = {
    context,
    agent: headers["ucp-agent"],
    terms: negotiation.terms,
    body,
    wanted: requested,
  };
  return executeOnce(
    { ...request, path: SESSIONS, key: headers["idempotency-key"] },
    async (commerce, id) =>
      checkoutResponse(201, request, await openCheckout(commerce, id, requested)),
  );
};

export const getUcpCheckout: ProtocolOperation<"getUcpCheckout"> = async (
  { path: { id }, headers },
  context,
) => {
  const negotiation = await negotiate(headers["ucp-agent"], CHECKOUT, context);
  if ("refusal" in negotiation) return negotiation.refusal;
  const request = {
    context,
    agent: headers["ucp-agent"],
    terms: negotiation.terms,
    body: undefined,
    wanted: [],
  };
  return executeOnce(
    { ...request, path: `${SESSIONS}/${id}`, key: undefined, id },
    async (commerce) => checkoutResponse(200, request, await readCheckout(commerce, id)),
  );
};

export const updateUcpCheckout: ProtocolOperation<"updateUcpCheckout"> = async (input, context) => {
  const negotiation = await negotiate(input.headers["ucp-agent"], CHECKOUT, context);
  if ("refusal" in negotiation) return negotiation.refusal;
  const requested = parseRequestedLines(input.body);
  const refusal = checkQuantityLimits(requested, negotiation.terms);
  if (refusal) return withPaymentWarnings(refusal, input.body);
  return updateSession(
    input,
    "",
    {
      context,
      agent: input.headers["ucp-agent"],
      terms: negotiation.terms,
      body: input.body,
      wanted: requested,
    },
    (commerce, id) => changeCheckout(commerce, id, requested),
  );
};

export const completeUcpCheckout: ProtocolOperation<"completeUcpCheckout"> = async (
  input,
  context,
) => {
  const negotiation = await negotiate(input.headers["ucp-agent"], CHECKOUT, context);
  if ("refusal" in negotiation) return negotiation.refusal;
  return updateSession(
    input,
    "/complete",
    {
      context,
      agent: input.headers["ucp-agent"],
      terms: negotiation.terms,
      body: input.body,
      wanted: [],
    },
    async (commerce, id) => {
      const checkout = await readCheckout(commerce, id);
      if (!isFinal(checkout) || checkout.state === "completed") return checkout;
      throw new Problem(
        "checkout_final",
        `The checkout ${id} is ${checkout.state}: it can't be completed any more.`,
        { hint: "Create a new one." },
      );
    },
  );
};

export const cancelUcpCheckout: ProtocolOperation<"cancelUcpCheckout"> = async (input, context) => {
  const negotiation = await negotiate(input.headers["ucp-agent"], CHECKOUT, context);
  if ("refusal" in negotiation) return negotiation.refusal;
  return updateSession(
    input,
    "/cancel",
    {
      context,
      agent: input.headers["ucp-agent"],
      terms: negotiation.terms,
      body: input.body,
      wanted: [],
    },
    cancelCheckout,
  );
};

/** What a request asks, on which terms. */
interface CheckoutRequest {
  readonly context: Context;
  /** Whose key it is, beside who asks: many platforms may ask from behind one address. */
  readonly agent: string;
  readonly terms: NegotiatedTerms;
  readonly body: object | undefined;
  readonly wanted: readonly RequestedLine[];
}

/** How it is carried out once: by which key, at which path; and on which checkout, if there is one. */
interface KeyedCheckoutRequest extends CheckoutRequest {
  readonly path: string;
  readonly key: string | undefined;
  readonly id?: string;
}

const parseRequestedLines = ({
  line_items: lines,
}: ProtocolInput<"createUcpCheckout">["body"]): RequestedLine[] =>
  lines.map(({ item, quantity }) => ({ offer: item.id, quantity }));

const checkoutResponse = <Status extends 200 | 201>(
  status: Status,
  { context, terms, body }: CheckoutRequest,
  checkout: Checkout,
) =>
  ({ status, body: checkoutView(context.site, checkout, terms, paymentWarnings(body)) }) as const;

function updateSession(
  { path: { id }, headers }: Pick<ProtocolInput<"cancelUcpCheckout">, "path" | "headers">,
  step: string,
  request: CheckoutRequest,
  applyChange: (commerce: Commerce, id: string) => Promise<Checkout>,
) {
  const idempotentRequest = {
    ...request,
    path: `${SESSIONS}/${id}${step}`,
    key: headers["idempotency-key"],
    id,
  };
  return executeOnce(idempotentRequest, async (commerce) =>
    checkoutResponse(200, request, await applyChange(commerce, id)),
  );
}

/**
 * Carries a request out, once where it has a key. What the shop refuses is an answer like any other, and kept; a fault is
 * not. The body is digested together with the key, which is not kept: nothing that it holds could be guessed from that.
 */
async function executeOnce<Result>(
  { context, agent, terms, body, wanted: requested, path, key, id }: KeyedCheckoutRequest,
  operation: (commerce: Commerce, id: string) => Promise<Result>,
): Promise<Result | RefusalResponse> {
  const { commerce, identity, signal } = context;
  if (!commerce || (id !== undefined && !isCheckoutId(id)))
    return withPaymentWarnings(checkoutNotFound(terms), body);
  const execute = (checkout: string) =>
    operation(commerce, checkout).catch(async (error) =>
      withPaymentWarnings(await toRefusal(error, requested, commerce, terms), body),
    );
  if (key === undefined) return execute(id ?? newCheckoutId());
  const idempotentRequest = {
    identity: JSON.stringify([identity, agent]),
    path,
    key,
    request: { key, body: body ?? {} },
    checkout: id,
    whileInProgress: "wait",
  } as const;
  const { answer } = await runIdempotently(
    { ...commerce, signal },
    idempotentRequest,
    async (checkout) => JSON.stringify(await execute(checkout)),
  );
  // It is what was written above.
  return JSON.parse(answer) as Result | RefusalResponse;
}

const withPaymentWarnings = (
  { status, body }: RefusalResponse,
  requestBody: object | undefined,
): RefusalResponse => ({
  status,
  body: { ...body, messages: [...body.messages, ...paymentWarnings(requestBody)] },
});
