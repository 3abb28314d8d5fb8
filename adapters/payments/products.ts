import { z } from "zod";
import type { Offer } from "../../core/ports/payments.ts";

/** So many products may be in a file. */
export const MOST_PRODUCTS = 5_000;

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
const MOST_AMOUNT = 99_999_999;

/** What a field must be, as the end of a sentence. */
const what = (form: string) => ({ error: form });
const text = (most: number) => {
  const form = what(`a text of 1 to ${most} characters`);
  return z
    .string(form)
    .min(1, form)
    .max(most, form)
    .refine((value) => value.trim() !== "", form);
};
const whole = (least: number, most: number, form: string) =>
  z.int(what(form)).min(least, what(form)).max(most, what(form));
const flag = z.boolean(what("true or false")).optional();
const link = z
  .string(what("a text"))
  .max(2_000, what("at most 2000 characters long"))
  .refine(isLink, what("a path of the site, such as /products/a.html, or an https URL"))
  .optional();

const PRODUCT = z
  .strictObject({
    id: z
      .string(what("a text such as a-product"))
      .regex(/^[\w.~-]{1,100}$/, what("1 to 100 letters, digits and - . _ ~ without spaces")),
    product: text(100).optional(),
    title: text(200),
    description: text(2_000).optional(),
    url: link,
    image: link,
    amount: whole(
      0,
      MOST_AMOUNT,
      `a whole number of the currency's smallest unit from 0 to ${MOST_AMOUNT}: 18900 for €189, 500 for ¥500`,
    ),
    currency: z
      .string(what("a code such as EUR"))
      .refine(
        (code) => CURRENCIES.has(code),
        what("a code of ISO 4217 in upper case, such as EUR"),
      ),
    billing: z
      .strictObject(
        {
          interval: z.enum(["day", "week", "month", "year"], what("day, week, month or year")),
          count: whole(1, 1_095, "a whole number from 1: 3 with month for each quarter").optional(),
        },
        what('an object such as { "interval": "month" }, or left out where it is paid once'),
      )
      .optional(),
    trial_days: whole(1, 730, "a whole number of days from 1 to 730").optional(),
    shipping: flag,
    available: flag,
  })
  .refine(({ trial_days, billing }) => trial_days === undefined || billing, {
    path: ["trial_days"],
    error: "left out where there is no billing: only what is billed again can be tried first",
  });

/** What the JSON of a products file offers, in its order; or all that is wrong with it (at most 20), as sentences without their end. */
export function offersOf(json: string): Offer[] | { wrong: string[] } {
  const file = parsed(json);
  if (!file) return { wrong: ["the file is no JSON: check its commas, quotes and brackets"] };
  const products = (file.value as { products?: unknown } | null)?.products;
  if (!Array.isArray(products) || Object.keys(file.value as object).length > 1)
    return { wrong: ['the file must be an object with "products", a list, and nothing else'] };
  if (products.length > MOST_PRODUCTS)
    return {
      wrong: [`the file has ${products.length} products: at most ${MOST_PRODUCTS} are taken`],
    };
  const seen = new Map<string, number>();
  const wrong: string[] = [];
  const offers: Offer[] = [];
  for (const [at, product] of products.entries()) {
    const read = PRODUCT.safeParse(product);
    const name = nameOf(product, at);
    if (!read.success)
      wrong.push(...read.error.issues.map((issue) => `${name} ${sentenceOf(issue, product)}`));
    else if (seen.has(read.data.id))
      wrong.push(
        `${name} has the id of product ${seen.get(read.data.id)! + 1}: each needs its own`,
      );
    else offers.push(offerOf(read.data));
    if (read.success) seen.set(read.data.id, at);
  }
  return wrong.length > 0
    ? {
        wrong:
          wrong.length > 20
            ? [...wrong.slice(0, 20), `there are ${wrong.length - 20} more mistakes`]
            : wrong,
      }
    : offers;
}

function offerOf({
  id,
  product = id,
  trial_days,
  shipping = false,
  available = true,
  billing,
  ...same
}: z.output<typeof PRODUCT>): Offer {
  const again = billing && { interval: billing.interval, count: billing.count ?? 1 };
  return {
    id,
    product,
    ...same,
    ...(again && { billing: again }),
    ...(trial_days && { trialDays: trial_days }),
    needsShipping: shipping,
    isAvailable: available,
  };
}

function sentenceOf({ path, message, ...issue }: z.core.$ZodIssue, product: unknown): string {
  if (issue.code === "unrecognized_keys") {
    const fields = path[0] === "billing" ? ["interval", "count"] : Object.keys(PRODUCT.shape);
    return `has ${issue.keys.slice(0, 5).map(shown).join(", ")}, which is no field${path.length > 0 ? ` of ${path.join(".")}` : ""}: there are ${fields.join(", ")}`;
  }
  if (path.length === 0) return "must be an object";
  const value = path.reduce<unknown>(
    (within, key) => (within as Record<PropertyKey, unknown>)[key],
    product,
  );
  return `has ${value === undefined ? `no ${path.join(".")}` : `${shown(value)} as its ${path.join(".")}`}: it must be ${message}`;
}

function nameOf(product: unknown, at: number): string {
  const id = (product as { id?: unknown } | null)?.id;
  return `product ${at + 1}${typeof id === "string" && id ? ` (${id.slice(0, 100)})` : ""}`;
}

function parsed(json: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(json.replace(/^\uFEFF/, "")) };
  } catch {
    return undefined;
  }
}

/** A value as a sentence may show it. */
function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}

function isLink(value: string): boolean {
  if (/[\s\\<>"]/.test(value)) return false;
  return value.startsWith("/")
    ? !value.startsWith("//")
    : URL.canParse(value) && new URL(value).protocol === "https:";
}
