import { cardOf, type TestCard, whyNotCode, whyNotExpiry } from "./card.ts";

/** Where a parcel goes. */
export interface Address {
  readonly name: string;
  readonly street: string;
  readonly postal_code: string;
  readonly city: string;
  readonly country: string;
}

/** What the buyer typed, as far as it is shown again; never a card. */
export interface Typed extends Address {
  readonly email: string;
}

export type Field = keyof Typed | "card_number" | "card_expiry" | "card_code";

/** What is wrong with a field, and what to do. */
export interface FieldError {
  readonly field: Field;
  readonly message: string;
}

/** A form as it was sent: in order, or with what is wrong, in the order of the fields. */
export type Sent = {
  readonly typed: Typed;
  readonly errors: readonly FieldError[];
  readonly card: TestCard | undefined;
};

export const EMPTY: Typed = {
  email: "",
  name: "",
  street: "",
  postal_code: "",
  city: "",
  country: "",
};

const NOT_A_TEST_CARD =
  "Enter one of the test cards listed here: this is a sandbox and takes no other. The number that you typed was not kept";

/** Reads what was typed into the form; an address, in one of these countries, only where something is to be sent. */
export function readForm(
  form: ReadonlyMap<string, string>,
  { sendsTo, now }: { sendsTo: ReadonlyMap<string, string> | undefined; now: number },
): Sent {
  const text = (field: Field) =>
    (form.get(field) ?? "")
      .replaceAll(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu, " ")
      .trim()
      .slice(0, 300);
  const typed: Typed = sendsTo
    ? {
        email: text("email"),
        name: text("name"),
        street: text("street"),
        postal_code: text("postal_code"),
        city: text("city"),
        country: text("country"),
      }
    : { ...EMPTY, email: text("email") };
  const number = text("card_number");
  const card = cardOf(number);
  const found: readonly (readonly [Field, string | undefined])[] = [
    ["email", whyNotEmail(typed.email)],
    ...(sendsTo ? whyNotAddress(typed, sendsTo) : []),
    [
      "card_number",
      card
        ? undefined
        : number
          ? NOT_A_TEST_CARD
          : "Enter the number of a test card, such as 4242 4242 4242 4242",
    ],
    ["card_expiry", whyNotExpiry(text("card_expiry"), now)],
    ["card_code", whyNotCode(text("card_code"))],
  ];
  return {
    typed,
    card,
    errors: found.flatMap(([field, message]) => (message ? [{ field, message }] : [])),
  };
}

function whyNotEmail(email: string): string | undefined {
  if (!email) return "Enter your email address";
  const isAddress =
    email.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"]{1,64}@(?!-)([\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63}$/u.test(email) &&
    !/(^|[.@])\.|\.@|-\.|\.-/.test(email);
  return isAddress ? undefined : "Enter an email address in full, such as name@example.com";
}

function whyNotAddress(
  { name, street, postal_code, city, country }: Address,
  countries: ReadonlyMap<string, string>,
): readonly (readonly [Field, string | undefined])[] {
  const missing = (value: string, most: number, what: string) =>
    value
      ? value.length > most
        ? `Enter ${what} in at most ${most} characters`
        : undefined
      : `Enter ${what}`;
  return [
    ["name", missing(name, 100, "the name of whom it is sent to")],
    ["street", missing(street, 100, "the street and house number")],
    ["postal_code", missing(postal_code, 16, "the postal code")],
    ["city", missing(city, 100, "the town or city")],
    ["country", countries.has(country) ? undefined : "Choose the country"],
  ];
}
