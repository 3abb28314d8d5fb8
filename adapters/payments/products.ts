import { z } from "zod";
import type { Offer } from "../../core/ports/payments.ts";

/** So many products may be in a file. */
export const MAX_PRODUCTS = 5_000;

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
const MAX_AMOUNT = 99_999_999;

/** What a field must be, as the end of a sentence. */
const withError = (expected: string) => ({ error: expected });
const textSchema = (max: number) => {
  const expected = withError(`a text of 1 to ${max} characters`);
  return z
    .string(expected)
    .min(1, expected)
    .max(max, expected)
    .refine((value) => value.trim() !== "", expected);
};
const integerSchema = (min: number, max: number, expected: string) =>
  z.int(withError(expected)).min(min, withError(expected)).max(max, withError(expected));
const FLAG = z.boolean(withError("true or false")).optional();
const LINK = z
  .string(withError("a text"))
  .max(2_000, withError("at most 2000 characters long"))
  .refine(isLink, withError("a path of the site, such as /products/a.html, or an https URL"))
  .optional();

const PRODUCT = z
  .strictObject({
    id: z
      .string(withError("a text such as a-product"))
      .regex(/^[\w.~-]{1,100}$/, withError("1 to 100 letters, digits and - . _ ~ without spaces")),
    product: textSchema(100).optional(),
    title: textSchema(200),
    description: textSchema(2_000).optional(),
    url: LINK,
    image: LINK,
    amount: integerSchema(
      0,
      MAX_AMOUNT,
      `a whole number of the currency's smallest unit from 0 to ${MAX_AMOUNT}: 18900 for €189, 500 for ¥500`,
    ),
    currency: z
      .string(withError("a code such as EUR"))
      .refine(
        (code) => CURRENCIES.has(code),
        withError("a code of ISO 4217 in upper case, such as EUR"),
      ),
    billing: z
      .strictObject(
        {
          interval: z.enum(["day", "week", "month", "year"], withError("day, week, month or year")),
          count: integerSchema(
            1,
            1_095,
            "a whole number from 1: 3 with month for each quarter",
          ).optional(),
        },
        withError('an object such as { "interval": "month" }, or left out where it is paid once'),
      )
      .optional(),
    trial_days: integerSchema(1, 730, "a whole number of days from 1 to 730").optional(),
    shipping: FLAG,
    available: FLAG,
  })
  .refine(({ trial_days, billing }) => trial_days === undefined || billing, {
    path: ["trial_days"],
    error: "left out where there is no billing: only what is billed again can be tried first",
  });

/** What the JSON of a products file offers, in its order; or all that is wrong with it (at most 20), as sentences without their end. */
export function parseOffers(json: string): Offer[] | { problems: string[] } {
  const parsed = parseJson(json);
  if (!parsed) return { problems: ["the file is no JSON: check its commas, quotes and brackets"] };
  const products = (parsed.value as { products?: unknown } | null)?.products;
  if (!Array.isArray(products) || Object.keys(parsed.value as object).length > 1)
    return { problems: ['the file must be an object with "products", a list, and nothing else'] };
  if (products.length > MAX_PRODUCTS)
    return {
      problems: [`the file has ${products.length} products: at most ${MAX_PRODUCTS} are taken`],
    };
  const seen = new Map<string, number>();
  const wrong: string[] = [];
  const offers: Offer[] = [];
  for (const [index, product] of products.entries()) {
    const result = PRODUCT.safeParse(product);
    const name = formatProductName(product, index);
    if (!result.success)
      wrong.push(...result.error.issues.map((issue) => `${name} ${formatIssue(issue, product)}`));
    else if (seen.has(result.data.id))
      wrong.push(
        `${name} has the id of product ${seen.get(result.data.id)! + 1}: each needs its own`,
      );
    else offers.push(createOffer(result.data));
    if (result.success) seen.set(result.data.id, index);
  }
  return wrong.length > 0
    ? {
        problems:
          wrong.length > 20
            ? [...wrong.slice(0, 20), `there are ${wrong.length - 20} more mistakes`]
            : wrong,
      }
    : offers;
}

function createOffer({
  id,
  product = id,
  trial_days,
  shipping = false,
  available = true,
  billing,
  ...fields
}: z.output<typeof PRODUCT>): Offer {
  const billingPlan = billing && { interval: billing.interval, count: billing.count ?? 1 };
  return {
    id,
    product,
    ...fields,
    ...(billingPlan && { billing: billingPlan }),
    ...(trial_days && { trialDays: trial_days }),
    needsShipping: shipping,
    isAvailable: available,
  };
}

function formatIssue({ path, message, ...issue }: z.core.$ZodIssue, product: unknown): string {
  if (issue.code === "unrecognized_keys") {
    const fields = path[0] === "billing" ? ["interval", "count"] : Object.keys(PRODUCT.shape);
    return `has ${issue.keys.slice(0, 5).map(formatValue).join(", ")}, which is no field${path.length > 0 ? ` of ${path.join(".")}` : ""}: there are ${fields.join(", ")}`;
  }
  if (path.length === 0) return "must be an object";
  const value = path.reduce<unknown>(
    (current, key) => (current as Record<PropertyKey, unknown>)[key],
    product,
  );
  return `has ${value === undefined ? `no ${path.join(".")}` : `${formatValue(value)} as its ${path.join(".")}`}: it must be ${message}`;
}

function formatProductName(product: unknown, index: number): string {
  const id = (product as { id?: unknown } | null)?.id;
  return `product ${index + 1}${typeof id === "string" && id ? ` (${id.slice(0, 100)})` : ""}`;
}

function parseJson(json: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(json.replace(/^\uFEFF/, "")) };
  } catch {
    return undefined;
  }
}

/** A value as a sentence may show it. */
function formatValue(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}

function isLink(value: string): boolean {
  if (/[\s\\<>"]/.test(value)) return false;
  return value.startsWith("/")
    ? !value.startsWith("//")
    : URL.canParse(value) && new URL(value).protocol === "https:";
}
