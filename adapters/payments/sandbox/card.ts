export interface TestCard {
  readonly number: string;
  readonly outcome:
    | "success"
    | "declined"
    | "insufficient_funds"
    | "delayed_success"
    | "delayed_failure";
  /** The outcome as the payment page shows it. */
  readonly description: string;
}

/** The only cards that the sandbox accepts. None is a real card. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: "4242 4242 4242 4242", outcome: "success", description: "Succeeds" },
  { number: "4000 0000 0000 0002", outcome: "declined", description: "Is declined" },
  {
    number: "4000 0000 0000 9995",
    outcome: "insufficient_funds",
    description: "Has insufficient funds",
  },
  {
    number: "4000 0000 0000 1109",
    outcome: "delayed_success",
    description: "Succeeds after a few seconds",
  },
  {
    number: "4000 0000 0000 1208",
    outcome: "delayed_failure",
    description: "Fails after a few seconds",
  },
];

/** Finds a test card by its number, with any grouping of the digits. */
export const findTestCard = (input: string): TestCard | undefined => {
  const digits = input.replaceAll(/[\s.-]/g, "");
  return TEST_CARDS.find(({ number }) => number.replaceAll(" ", "") === digits);
};

/**
 * Returns an error message without a final period, or `undefined` for a valid expiry date. Accepts
 * `12 / 34`, `1234` and `12/2034`.
 */
export function explainInvalidExpiry(input: string, now: number): string | undefined {
  if (!input.trim()) return "Enter an expiry date, such as 12 / 34";
  const [, month = "", year = ""] = /^\s*(\d{1,2})\s*[/.-]?\s*((?:20)?\d{2})\s*$/.exec(input) ?? [];
  if (!(Number(month) >= 1 && Number(month) <= 12))
    return "Enter the expiry date as month and year, such as 12 / 34";
  // A card is valid until its month ends.
  const expiresAt = Date.UTC(2000 + (Number(year) % 100), Number(month));
  return expiresAt <= now ? "Enter an expiry date that has not passed, such as 12 / 34" : undefined;
}

/** Returns an error message without a final period, or `undefined` for a valid security code. */
export const explainInvalidCode = (input: string): string | undefined =>
  /^\s*\d{3,4}\s*$/.test(input) ? undefined : "Enter a security code of three digits, such as 123";
