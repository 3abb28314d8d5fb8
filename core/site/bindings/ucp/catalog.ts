import type { Offer } from "../../../ports/payments.ts";
import { Problem } from "../../../problem.ts";
import type { Binding, BindingInput, Context } from "../../contract.ts";
import { byProduct, featured, fitting } from "../../domain/catalog.ts";
import { envelope, fault, type Message, refused, unrecoverable } from "./answers.ts";
import { paymentWarnings } from "./payment.ts";
import { meet } from "./platform.ts";
import { productView, variantView } from "./product.ts";

const SEARCH = "dev.ucp.shopping.catalog.search";
const LOOKUP = "dev.ucp.shopping.catalog.lookup";

/** The most products that a part of an answer has, and the most ids that are looked up at once. */
const MOST = 50;

export const searchUcpCatalog: Binding<"searchUcpCatalog"> = async ({ headers, body }, context) => {
  const met = await meet(headers["ucp-agent"], SEARCH, context);
  if ("turned" in met) return met.turned;
  if (!RECOGNISED.some((name) => body[name] !== undefined))
    throw wrong("", `It asks for nothing: say ${RECOGNISED.join(", ")}, or several of them.`);
  const { offers, isPriceIgnored } = fitting(await offersOf(context), soughtOf(body));
  const products = [...byProduct(offers).values()];
  const { cursor = "0", limit = 10 } = body.pagination ?? {};
  if (!/^\d{1,9}$/.test(cursor))
    throw wrong(
      "/pagination/cursor",
      "It is none that was given out: take it from the answer before.",
    );
  const start = Number(cursor);
  const end = start + Math.min(limit, MOST);
  const hasNext = end < products.length;
  return {
    status: 200,
    body: {
      ucp: envelope(met.terms),
      products: products.slice(start, end).map((all) =>
        productView(
          context.site,
          all,
          all.map((offer) => variantView(context.site, offer)),
        ),
      ),
      pagination: {
        has_next_page: hasNext,
        ...(hasNext && { cursor: String(end) }),
        total_count: products.length,
      },
      ...saying([...(isPriceIgnored ? [PRICE_IGNORED] : []), ...paymentWarnings(body)]),
    },
  };
};

const RECOGNISED = ["query", "filters", "pagination", "context"] as const;

export const lookupUcpCatalog: Binding<"lookupUcpCatalog"> = async ({ headers, body }, context) => {
  const met = await meet(headers["ucp-agent"], LOOKUP, context);
  if ("turned" in met) return met.turned;
  const ids = [...new Set(body.ids)];
  if (ids.length > MOST)
    return fault(400, "request_too_large", `At most ${MOST} ids are looked up at once.`);
  const { offers, isPriceIgnored } = fitting(await offersOf(context), soughtOf(body));
  const products = byProduct(offers);
  const inputs = new Map<Offer, { id: string; match: "exact" | "featured" }[]>();
  const unknown: Message[] = [];
  for (const id of ids) {
    const exact = offers.find((offer) => offer.id === id);
    const found = exact ?? featured(products.get(id) ?? []);
    if (found)
      inputs.set(found, [
        ...(inputs.get(found) ?? []),
        { id, match: exact ? "exact" : "featured" },
      ]);
    else
      unknown.push({
        type: "info",
        code: "not_found",
        path: `$.ids[${body.ids.indexOf(id)}]`,
        content: "Nothing of this id is for sale.",
      });
  }
  const found = [...products.values()].flatMap((all) => {
    const variants = all.flatMap((offer) =>
      inputs.has(offer)
        ? [{ ...variantView(context.site, offer), inputs: inputs.get(offer)! }]
        : [],
    );
    return variants.length > 0 ? [productView(context.site, all, variants)] : [];
  });
  return {
    status: 200,
    body: {
      ucp: envelope(met.terms),
      products: found,
      ...saying([...unknown, ...(isPriceIgnored ? [PRICE_IGNORED] : []), ...paymentWarnings(body)]),
    },
  };
};

export const getUcpProduct: Binding<"getUcpProduct"> = async ({ headers, body }, context) => {
  const met = await meet(headers["ucp-agent"], LOOKUP, context);
  if ("turned" in met) return met.turned;
  const { offers, isPriceIgnored } = fitting(await offersOf(context), soughtOf(body));
  const asked = offers.find(({ id }) => id === body.id);
  const all = byProduct(offers).get(asked?.product ?? body.id);
  if (!all)
    return refused(met.terms, [
      unrecoverable("not_found", "Nothing of this id is for sale.", "$.id"),
      ...paymentWarnings(body),
    ]);
  // The first of a product is the one that is meant.
  const sorted = asked ? [asked, ...all.filter((offer) => offer !== asked)] : all;
  const product = productView(
    context.site,
    all,
    sorted.map((offer) => variantView(context.site, offer)),
  );
  return {
    status: 200,
    body: {
      ucp: envelope(met.terms),
      product,
      ...saying([...(isPriceIgnored ? [PRICE_IGNORED] : []), ...paymentWarnings(body)]),
    },
  };
};

const offersOf = async ({ commerce }: Context): Promise<readonly Offer[]> =>
  commerce ? (await commerce.payments.offers()).offers : [];

type Body = BindingInput<"searchUcpCatalog">["body"];
const soughtOf = ({ query, filters, context }: Pick<Body, "query" | "filters" | "context">) => ({
  query,
  categories: filters?.categories,
  price: filters?.price,
  currency: context?.currency,
});

const saying = (messages: Message[]) => (messages.length > 0 ? { messages } : {});

const PRICE_IGNORED: Message = {
  type: "info",
  code: "price_filter_ignored",
  path: "$.filters.price",
  content:
    "The price was not looked at: nothing is sold in context.currency, or it is not said where several currencies are.",
};

const wrong = (pointer: string, detail: string): Problem =>
  new Problem("invalid_input", detail, { errors: [{ pointer: `/body${pointer}`, detail }] });
