import type { Checkout } from "../../../ports/storage.ts";
import { Problem } from "../../../problem.ts";
import type { Commerce } from "../../checkouts/commerce.ts";
import {
  cancelCheckout,
  changeCheckout,
  openCheckout,
  readCheckout,
  type Wanted,
} from "../../checkouts/life.ts";
import { once } from "../../checkouts/once.ts";
import type { Binding, BindingInput, Context } from "../../contract.ts";
import { isCheckoutId, isFinal, newCheckoutId } from "../../domain/checkout.ts";
import { UCP_PATH } from "../../domain/ucp/versions.ts";
import type { Refused, Terms } from "./answers.ts";
import { paymentWarnings } from "./payment.ts";
import { meet } from "./platform.ts";
import { noCheckout, nothingForSale, refusalOf, tooMuch } from "./refusals.ts";
import { checkoutView } from "./view.ts";

const CHECKOUT = "dev.ucp.shopping.checkout";
const SESSIONS = `${UCP_PATH}/checkout-sessions`;

export const createUcpCheckout: Binding<"createUcpCheckout"> = async (
  { headers, body },
  context,
) => {
  const met = await meet(headers["ucp-agent"], CHECKOUT, context);
  if ("turned" in met) return met.turned;
  const wanted = wantedOf(body);
  const never =
    tooMuch(wanted, met.terms) ?? (context.commerce ? undefined : nothingForSale(met.terms));
  if (never) return withWarnings(never, body);
  const asked = { context, agent: headers["ucp-agent"], terms: met.terms, body, wanted };
  return carriedOut(
    { ...asked, path: SESSIONS, key: headers["idempotency-key"] },
    async (commerce, id) => answered(201, asked, await openCheckout(commerce, id, wanted)),
  );
};

export const getUcpCheckout: Binding<"getUcpCheckout"> = async (
  { path: { id }, headers },
  context,
) => {
  const met = await meet(headers["ucp-agent"], CHECKOUT, context);
  if ("turned" in met) return met.turned;
  const asked = {
    context,
    agent: headers["ucp-agent"],
    terms: met.terms,
    body: undefined,
    wanted: [],
  };
  return carriedOut({ ...asked, path: `${SESSIONS}/${id}`, key: undefined, id }, async (commerce) =>
    answered(200, asked, await readCheckout(commerce, id)),
  );
};

export const updateUcpCheckout: Binding<"updateUcpCheckout"> = async (input, context) => {
  const met = await meet(input.headers["ucp-agent"], CHECKOUT, context);
  if ("turned" in met) return met.turned;
  const wanted = wantedOf(input.body);
  const never = tooMuch(wanted, met.terms);
  if (never) return withWarnings(never, input.body);
  return changed(
    input,
    "",
    { context, agent: input.headers["ucp-agent"], terms: met.terms, body: input.body, wanted },
    (commerce, id) => changeCheckout(commerce, id, wanted),
  );
};

export const completeUcpCheckout: Binding<"completeUcpCheckout"> = async (input, context) => {
  const met = await meet(input.headers["ucp-agent"], CHECKOUT, context);
  if ("turned" in met) return met.turned;
  return changed(
    input,
    "/complete",
    { context, agent: input.headers["ucp-agent"], terms: met.terms, body: input.body, wanted: [] },
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

export const cancelUcpCheckout: Binding<"cancelUcpCheckout"> = async (input, context) => {
  const met = await meet(input.headers["ucp-agent"], CHECKOUT, context);
  if ("turned" in met) return met.turned;
  return changed(
    input,
    "/cancel",
    { context, agent: input.headers["ucp-agent"], terms: met.terms, body: input.body, wanted: [] },
    cancelCheckout,
  );
};

/** What a request asks, on which terms. */
interface Asked {
  readonly context: Context;
  /** Whose key it is, beside who asks: many platforms may ask from behind one address. */
  readonly agent: string;
  readonly terms: Terms;
  readonly body: object | undefined;
  readonly wanted: readonly Wanted[];
}

/** How it is carried out once: by which key, at which path; and on which checkout, if there is one. */
interface Keyed extends Asked {
  readonly path: string;
  readonly key: string | undefined;
  readonly id?: string;
}

const wantedOf = ({ line_items: lines }: BindingInput<"createUcpCheckout">["body"]): Wanted[] =>
  lines.map(({ item, quantity }) => ({ offer: item.id, quantity }));

const answered = <Status extends 200 | 201>(
  status: Status,
  { context, terms, body }: Asked,
  checkout: Checkout,
) =>
  ({ status, body: checkoutView(context.site, checkout, terms, paymentWarnings(body)) }) as const;

function changed(
  { path: { id }, headers }: Pick<BindingInput<"cancelUcpCheckout">, "path" | "headers">,
  step: string,
  asked: Asked,
  change: (commerce: Commerce, id: string) => Promise<Checkout>,
) {
  const keyed = { ...asked, path: `${SESSIONS}/${id}${step}`, key: headers["idempotency-key"], id };
  return carriedOut(keyed, async (commerce) => answered(200, asked, await change(commerce, id)));
}

/**
 * Carries a request out, once where it has a key. What the shop refuses is an answer like any other, and kept; a fault is
 * not. The body is digested together with the key, which is not kept: nothing that it holds could be guessed from that.
 */
async function carriedOut<Answer>(
  { context, agent, terms, body, wanted, path, key, id }: Keyed,
  work: (commerce: Commerce, id: string) => Promise<Answer>,
): Promise<Answer | Refused> {
  const { commerce, identity, signal } = context;
  if (!commerce || (id !== undefined && !isCheckoutId(id)))
    return withWarnings(noCheckout(terms), body);
  const outcome = (checkout: string) =>
    work(commerce, checkout).catch(async (error) =>
      withWarnings(await refusalOf(error, wanted, commerce, terms), body),
    );
  if (key === undefined) return outcome(id ?? newCheckoutId());
  const keyed = {
    identity: JSON.stringify([identity, agent]),
    path,
    key,
    request: { key, body: body ?? {} },
    checkout: id,
    busy: "wait",
  } as const;
  const { answer } = await once({ ...commerce, signal }, keyed, async (checkout) =>
    JSON.stringify(await outcome(checkout)),
  );
  // It is what was written above.
  return JSON.parse(answer) as Answer | Refused;
}

const withWarnings = ({ status, body }: Refused, sent: object | undefined): Refused => ({
  status,
  body: { ...body, messages: [...body.messages, ...paymentWarnings(sent)] },
});
