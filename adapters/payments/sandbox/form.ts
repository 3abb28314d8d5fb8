import { explainInvalidCode, explainInvalidExpiry, findTestCard, type TestCard } from "./card.ts";

interface Address {
  readonly name: string;
  readonly street: string;
  readonly postal_code: string;
  readonly city: string;
  readonly country: string;
}

/** The input that the form and the receipt show again. It never contains card data. */
export interface BuyerDetails extends Address {
  readonly email: string;
}

export type Field = keyof BuyerDetails | "card_number" | "card_expiry" | "card_code";

export interface FieldError {
  readonly field: Field;
  /** The requested correction, without a final period. */
  readonly message: string;
}

/** A submitted form. It is valid if `errors` is empty. */
interface SubmittedForm {
  readonly details: BuyerDetails;
  /** In the order of the fields. */
  readonly errors: readonly FieldError[];
  readonly card: TestCard | undefined;
}

export const EMPTY_DETAILS: BuyerDetails = {
  email: "",
  name: "",
  street: "",
  postal_code: "",
  city: "",
  country: "",
};

interface FieldCheck {
  readonly field: Field;
  readonly message: string | undefined;
}

/** Parses the payment form. With `countries`, it requires a shipping address in one of them. */
export function parseForm(
  form: ReadonlyMap<string, string>,
  { countries, now }: { countries: ReadonlyMap<string, string> | undefined; now: number },
): SubmittedForm {
  const readField = (field: Field) =>
    (form.get(field) ?? "")
      .replaceAll(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu, " ")
      .trim()
      .slice(0, 300);
  const details: BuyerDetails = countries
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
  const checks: readonly FieldCheck[] = [
    { field: "email", message: explainInvalidEmail(details.email) },
    ...(countries ? checkAddress(details, countries) : []),
    { field: "card_number", message: card ? undefined : explainInvalidNumber(number) },
    { field: "card_expiry", message: explainInvalidExpiry(readField("card_expiry"), now) },
    { field: "card_code", message: explainInvalidCode(readField("card_code")) },
  ];
  return {
    details,
    card,
    errors: checks.flatMap(({ field, message }) => (message ? [{ field, message }] : [])),
  };
}

function explainInvalidEmail(email: string): string | undefined {
  if (!email) return "Enter your email address";
  const isAddress =
    email.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"]{1,64}@(?!-)([\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63}$/u.test(email) &&
    !/(^|[.@])\.|\.@|-\.|\.-/.test(email);
  return isAddress ? undefined : "Enter a complete email address, such as name@example.com";
}

const explainInvalidNumber = (number: string): string =>
  number
    ? "Enter one of the test cards listed here. The sandbox accepts no other card, and it did not store the number"
    : "Enter the number of a test card, such as 4242 4242 4242 4242";

function checkAddress(
  { name, street, postal_code, city, country }: Address,
  countries: ReadonlyMap<string, string>,
): readonly FieldCheck[] {
  return [
    { field: "name", message: explainInvalidText(name, 100, "the recipient’s full name") },
    { field: "street", message: explainInvalidText(street, 100, "the street and house number") },
    { field: "postal_code", message: explainInvalidText(postal_code, 16, "the postal code") },
    { field: "city", message: explainInvalidText(city, 100, "the town or city") },
    { field: "country", message: countries.has(country) ? undefined : "Choose a country" },
  ];
}

function explainInvalidText(value: string, maxLength: number, label: string): string | undefined {
  if (!value) return `Enter ${label}`;
  return value.length > maxLength
    ? `Enter ${label} with at most ${maxLength} characters`
    : undefined;
}
