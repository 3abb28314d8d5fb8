import { z } from "zod";
import type { Offer } from "../../core/ports/payments.ts";

/** The maximum number of products in a file. */
export const MAX_PRODUCTS = 5_000;

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
const MAX_AMOUNT = 99_999_999;
const MAX_PROBLEMS = 20;

/** Sets the error to a description of valid values, which `formatIssue` completes. */
const withError = (expected: string) => ({ error: expected });
const textSchema = (max: number) => {
  const expected = withError(`text of 1 to ${max} characters`);
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
  .string(withError("text"))
  .max(2_000, withError("at most 2000 characters"))
  .refine(isLink, withError("an https URL or a path of the site such as /products/a.html"))
  .optional();

const PRODUCT = z
  .strictObject({
    id: z
      .string(withError("text such as a-product"))
      .regex(/^[\w.~-]{1,100}$/, withError("1 to 100 letters, digits and - . _ ~")),
    product: textSchema(100).optional(),
    title: textSchema(200),
    description: textSchema(2_000).optional(),
    url: LINK,
    image: LINK,
    amount: integerSchema(
      0,
      MAX_AMOUNT,
      `a whole number from 0 to ${MAX_AMOUNT} in the smallest currency unit, such as 18900 for €189 or 500 for ¥500`,
    ),
    currency: z
      .string(withError("a code such as EUR"))
      .refine((code) => CURRENCIES.has(code), withError("an uppercase ISO 4217 code such as EUR")),
    billing: z
      .strictObject(
        {
          interval: z.enum(["day", "week", "month", "year"], withError("day, week, month or year")),
          count: integerSchema(
            1,
            1_095,
            "a whole number from 1 to 1095, such as 3 with month for quarterly billing",
          ).optional(),
        },
        withError('an object such as { "interval": "month" }, or nothing for a one-time price'),
      )
      .optional(),
    trial_days: integerSchema(1, 730, "a whole number of days from 1 to 730").optional(),
    shipping: FLAG,
    available: FLAG,
  })
  .refine(({ trial_days, billing }) => trial_days === undefined || billing, {
    path: ["trial_days"],
    error: "no trial without billing",
  });

/**
 * Parses the JSON of a products file into offers, in the order of the file. If it is invalid,
 * returns up to 20 problems without final periods, and how many more there are.
 */
export function parseOffers(json: string): Offer[] | { problems: string[] } {
  const parsed = parseJson(json);
  if (!parsed)
    return { problems: ["the file is not valid JSON (check its commas, quotes and brackets)"] };
  const products = (parsed.value as { products?: unknown } | null)?.products;
  if (!Array.isArray(products) || Object.keys(parsed.value as object).length > 1)
    return { problems: ['the file must be an object that contains only "products", a list'] };
  if (products.length > MAX_PRODUCTS)
    return {
      problems: [`the file has ${products.length} products, and the maximum is ${MAX_PRODUCTS}`],
    };
  const seen = new Map<string, number>();
  const problems: string[] = [];
  const offers: Offer[] = [];
  for (const [index, product] of products.entries()) {
    const result = PRODUCT.safeParse(product);
    const name = formatProductName(product, index);
    if (!result.success) {
      problems.push(...result.error.issues.map((issue) => `${name}${formatIssue(issue, product)}`));
      continue;
    }
    const { id } = result.data;
    const other = seen.get(id);
    if (other !== undefined) problems.push(`${name} has the same id as product ${other + 1}`);
    else offers.push(createOffer(result.data));
    seen.set(id, index);
  }
  return problems.length === 0 ? offers : { problems: shorten(problems) };
}

const shorten = (problems: readonly string[]): string[] =>
  problems.length > MAX_PROBLEMS
    ? [
        ...problems.slice(0, MAX_PROBLEMS),
        `there are ${problems.length - MAX_PROBLEMS} more problems`,
      ]
    : [...problems];

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
    const parent = path.length > 0 ? ` in ${path.join(".")}` : "";
    return `: unknown field ${issue.keys.slice(0, 5).map(formatValue).join(", ")}${parent} (allowed: ${fields.join(", ")})`;
  }
  if (path.length === 0) return " is not an object";
  const value = path.reduce<unknown>(
    (current, key) => (current as Record<PropertyKey, unknown>)[key],
    product,
  );
  const state = value === undefined ? "missing" : formatValue(value);
  return `: ${path.join(".")} is ${state} (expected ${message})`;
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

/** Formats a value as JSON of at most 60 characters. */
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
