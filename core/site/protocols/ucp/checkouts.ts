import type { Checkout } from "../../../ports/stores/checkout-store.ts";
import { isCheckoutId, isFinal, newCheckoutId } from "../../checkout/checkout.ts";
import {
  cancelCheckout,
  changeCheckout,
  finalCheckoutProblem,
  openCheckout,
  type RequestedLine,
  readCheckout,
} from "../../checkout/checkout-service.ts";
import type { Commerce } from "../../checkout/commerce.ts";
import { runIdempotently } from "../../checkout/idempotency.ts";
import type { Context, ProtocolInput, ProtocolOperation } from "../../contract.ts";
import { negotiate } from "./negotiate.ts";
import { paymentWarnings } from "./payment-warnings.ts";
import { checkoutNotFound, checkQuantityLimits, nothingForSale, toRefusal } from "./refusals.ts";
import type { NegotiatedTerms, RefusalResponse } from "./responses.ts";
import { UCP_PATH } from "./versions.ts";
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
    requested,
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
    requested: [],
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
      requested,
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
      requested: [],
    },
    async (commerce, id) => {
      const checkout = await readCheckout(commerce, id);
      if (!isFinal(checkout) || checkout.state === "completed") return checkout;
      throw finalCheckoutProblem(checkout, "completed");
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
      requested: [],
    },
    cancelCheckout,
  );
};

/** A UCP request and the terms negotiated for it. */
interface CheckoutRequest {
  readonly context: Context;
  /** The UCP-Agent header. It scopes idempotency keys because platforms may share a network. */
  readonly agent: string;
  readonly terms: NegotiatedTerms;
  readonly body: object | undefined;
  readonly requested: readonly RequestedLine[];
}

/** A UCP request with its path, its idempotency key, and the ID of the checkout that it names. */
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
 * Executes a request, at most once per idempotency key. Refusals are stored and replayed like
 * successes, but faults are not. The body is stored as a digest that includes the key. The key
 * itself is never stored, so nobody can guess the body from the digest.
 */
async function executeOnce<Result>(
  { context, agent, terms, body, requested, path, key, id }: KeyedCheckoutRequest,
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
    protocol: "ucp",
    identity: JSON.stringify([identity, agent]),
    path,
    key,
    request: { key, body: body ?? {} },
    checkout: id,
    // "MUST return 409 Conflict if the key is reused with different parameters" (checkout-rest).
    differentRequest: "conflict",
    whileInProgress: "wait",
  } as const;
  const { response: storedText } = await runIdempotently(
    { ...commerce, signal },
    idempotentRequest,
    async (checkout) => JSON.stringify(await execute(checkout)),
  );
  // Only this function writes the stored text.
  return JSON.parse(storedText) as Result | RefusalResponse;
}

const withPaymentWarnings = (
  { status, body }: RefusalResponse,
  requestBody: object | undefined,
): RefusalResponse => ({
  status,
  body: { ...body, messages: [...body.messages, ...paymentWarnings(requestBody)] },
});
