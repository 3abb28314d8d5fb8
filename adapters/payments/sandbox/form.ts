import { explainInvalidCode, explainInvalidExpiry, findTestCard, type TestCard } from "./card.ts";

/** Where a parcel goes. */
export interface Address {
  readonly name: string;
  readonly street: string;
  readonly postal_code: string;
  readonly city: string;
  readonly country: string;
}

/** What the buyer typed, as far as it is shown again; never a card. */
export interface BuyerDetails extends Address {
  readonly email: string;
}

export type Field = keyof BuyerDetails | "card_number" | "card_expiry" | "card_code";

/** What is wrong with a field, and what to do. */
export interface FieldError {
  readonly field: Field;
  readonly message: string;
}

/** A form as it was sent: in order, or with what is wrong, in the order of the fields. */
export type SubmittedForm = {
  readonly typed: BuyerDetails;
  readonly errors: readonly FieldError[];
  readonly card: TestCard | undefined;
};

export const EMPTY_DETAILS: BuyerDetails = {
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
export function parseForm(
  form: ReadonlyMap<string, string>,
  { countries, now }: { countries: ReadonlyMap<string, string> | undefined; now: number },
): SubmittedForm {
  const readField = (field: Field) =>
    (form.get(field) ?? "")
      .replaceAll(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu, " ")
      .trim()
      .slice(0, 300);
  const typed: BuyerDetails = countries
    ? {
        email: readField("email"),
        name: readField("name"),
        street: readField("street"),
        postal_code: readField("postal_code"),
        city: readField("city"),
        country: readField("country"),
      }
    : { ...EMPTY_DETAILS, email: readField("email") };
  const number = readField("card_number");
  const card = findTestCard(number);
  const checks: readonly (readonly [Field, string | undefined])[] = [
    ["email", explainInvalidEmail(typed.email)],
    ...(countries ? checkAddress(typed, countries) : []),
    [
      "card_number",
      card
        ? undefined
        : number
          ? NOT_A_TEST_CARD
          : "Enter the number of a test card, such as 4242 4242 4242 4242",
    ],
    ["card_expiry", explainInvalidExpiry(readField("card_expiry"), now)],
    ["card_code", explainInvalidCode(readField("card_code"))],
  ];
  return {
    typed,
    card,
    errors: checks.flatMap(([field, message]) => (message ? [{ field, message }] : [])),
  };
}

function explainInvalidEmail(email: string): string | undefined {
  if (!email) return "Enter your email address";
  const isAddress =
    email.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"]{1,64}@(?!-)([\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63}$/u.test(email) &&
    !/(^|[.@])\.|\.@|-\.|\.-/.test(email);
  return isAddress ? undefined : "Enter an email address in full, such as name@example.com";
}

function checkAddress(
  { name, street, postal_code, city, country }: Address,
  countries: ReadonlyMap<string, string>,
): readonly (readonly [Field, string | undefined])[] {
  const explainInvalid = (value: string, maxLength: number, what: string) =>
    value
      ? value.length > maxLength
        ? `Enter ${what} in at most ${maxLength} characters`
        : undefined
      : `Enter ${what}`;
  return [
    ["name", explainInvalid(name, 100, "the name of whom it is sent to")],
    ["street", explainInvalid(street, 100, "the street and house number")],
    ["postal_code", explainInvalid(postal_code, 16, "the postal code")],
    ["city", explainInvalid(city, 100, "the town or city")],
    ["country", countries.has(country) ? undefined : "Choose the country"],
  ];
}
