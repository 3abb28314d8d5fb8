import { Problem } from "../../../http/problem.ts";
import type { Offer } from "../../../ports/payments.ts";
import { featuredOffer, filterOffers, groupByProduct } from "../../checkout/offer-search.ts";
import type { Context, ProtocolInput, ProtocolOperation } from "../../contract.ts";
import { negotiate } from "./negotiate.ts";
import { paymentWarnings } from "./payment-warnings.ts";
import { productView, variantView } from "./product.ts";
import { envelope, fault, refusal, type UcpMessage, unrecoverable } from "./responses.ts";

const SEARCH = "dev.ucp.shopping.catalog.search";
const LOOKUP = "dev.ucp.shopping.catalog.lookup";

/** The maximum number of products in a response, and of IDs in a lookup. */
const MAX_PRODUCTS = 50;

export const searchUcpCatalog: ProtocolOperation<"searchUcpCatalog"> = async (
  { headers, body },
  context,
) => {
  const negotiation = await negotiate(headers["ucp-agent"], SEARCH, context);
  if ("refusal" in negotiation) return negotiation.refusal;
  if (!SEARCH_CRITERIA.some((name) => body[name] !== undefined))
    throw invalidInput(
      "",
      `The search has no criteria. Send at least one of ${SEARCH_CRITERIA.join(", ")}.`,
    );
  const { offers, isPriceIgnored } = filterOffers(await loadOffers(context), toCatalogQuery(body));
  const products = [...groupByProduct(offers).values()];
  const { cursor = "0", limit = 10 } = body.pagination ?? {};
  if (!/^\d{1,9}$/.test(cursor))
    throw invalidInput(
      "/pagination/cursor",
      "The cursor is invalid. Use the cursor of the previous response.",
    );
  const start = Number(cursor);
  const end = start + Math.min(limit, MAX_PRODUCTS);
  const hasNext = end < products.length;
  return {
    status: 200,
    body: {
      ucp: envelope(negotiation.terms),
      products: products.slice(start, end).map((productOffers) =>
        productView(
          context.site,
          productOffers,
          productOffers.map((offer) => variantView(context.site, offer)),
        ),
      ),
      pagination: {
        has_next_page: hasNext,
        ...(hasNext && { cursor: String(end) }),
        total_count: products.length,
      },
      ...messagesIfAny([...(isPriceIgnored ? [PRICE_IGNORED] : []), ...paymentWarnings(body)]),
    },
  };
};

const SEARCH_CRITERIA = ["query", "filters", "pagination", "context"] as const;

export const lookupUcpCatalog: ProtocolOperation<"lookupUcpCatalog"> = async (
  { headers, body },
  context,
) => {
  const negotiation = await negotiate(headers["ucp-agent"], LOOKUP, context);
  if ("refusal" in negotiation) return negotiation.refusal;
  const ids = [...new Set(body.ids)];
  if (ids.length > MAX_PRODUCTS)
    return fault(400, "request_too_large", `A lookup can have at most ${MAX_PRODUCTS} IDs.`);
  const { offers, isPriceIgnored } = filterOffers(await loadOffers(context), toCatalogQuery(body));
  const products = groupByProduct(offers);
  const inputs = new Map<Offer, { id: string; match: "exact" | "featured" }[]>();
  const notFound: UcpMessage[] = [];
  for (const id of ids) {
    const exactOffer = offers.find((offer) => offer.id === id);
    const matchedOffer = exactOffer ?? featuredOffer(products.get(id) ?? []);
    if (matchedOffer)
      inputs.set(matchedOffer, [
        ...(inputs.get(matchedOffer) ?? []),
        { id, match: exactOffer ? "exact" : "featured" },
      ]);
    else
      notFound.push({
        type: "info",
        code: "not_found",
        path: `$.ids[${body.ids.indexOf(id)}]`,
        content: NOT_FOUND,
      });
  }
  const matchedProducts = [...products.values()].flatMap((productOffers) => {
    const variants = productOffers.flatMap((offer) => {
      const offerInputs = inputs.get(offer);
      return offerInputs ? [{ ...variantView(context.site, offer), inputs: offerInputs }] : [];
    });
    return variants.length > 0 ? [productView(context.site, productOffers, variants)] : [];
  });
  return {
    status: 200,
    body: {
      ucp: envelope(negotiation.terms),
      products: matchedProducts,
      ...messagesIfAny([
        ...notFound,
        ...(isPriceIgnored ? [PRICE_IGNORED] : []),
        ...paymentWarnings(body),
      ]),
    },
  };
};

export const getUcpProduct: ProtocolOperation<"getUcpProduct"> = async (
  { headers, body },
  context,
) => {
  const negotiation = await negotiate(headers["ucp-agent"], LOOKUP, context);
  if ("refusal" in negotiation) return negotiation.refusal;
  const { offers, isPriceIgnored } = filterOffers(await loadOffers(context), toCatalogQuery(body));
  const requestedOffer = offers.find(({ id }) => id === body.id);
  const productOffers = groupByProduct(offers).get(requestedOffer?.product ?? body.id);
  if (!productOffers)
    return refusal(negotiation.terms, [
      unrecoverable("not_found", NOT_FOUND, "$.id"),
      ...paymentWarnings(body),
    ]);
  // UCP puts the requested variant first.
  const sorted = requestedOffer
    ? [requestedOffer, ...productOffers.filter((offer) => offer !== requestedOffer)]
    : productOffers;
  const product = productView(
    context.site,
    productOffers,
    sorted.map((offer) => variantView(context.site, offer)),
  );
  return {
    status: 200,
    body: {
      ucp: envelope(negotiation.terms),
      product,
      ...messagesIfAny([...(isPriceIgnored ? [PRICE_IGNORED] : []), ...paymentWarnings(body)]),
    },
  };
};

const loadOffers = async ({ commerce }: Context): Promise<readonly Offer[]> =>
  commerce ? (await commerce.payments.listOffers()).offers : [];

type SearchBody = ProtocolInput<"searchUcpCatalog">["body"];
const toCatalogQuery = ({
  query,
  filters,
  context,
}: Pick<SearchBody, "query" | "filters" | "context">) => ({
  query,
  categories: filters?.categories,
  price: filters?.price,
  currency: context?.currency,
});

const messagesIfAny = (messages: UcpMessage[]) => (messages.length > 0 ? { messages } : {});

const NOT_FOUND = "No product or item has this ID.";

const PRICE_IGNORED: UcpMessage = {
  type: "info",
  code: "price_filter_ignored",
  path: "$.filters.price",
  content:
    "The price filter was ignored. Either the shop sells nothing in context.currency, or that field is missing and the shop has several currencies.",
};

const invalidInput = (pointer: string, detail: string): Problem =>
  new Problem("invalid_input", detail, { errors: [{ pointer: `/body${pointer}`, detail }] });
