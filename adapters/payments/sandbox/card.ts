/** What a test card does. */
export interface TestCard {
  readonly number: string;
  readonly outcome: "pays" | "declines" | "lacks funds" | "pays later" | "fails later";
  /** For the list of them. */
  readonly description: string;
}

/** The only cards that are taken; real ones never are. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: "4242 4242 4242 4242", outcome: "pays", description: "pays" },
  { number: "4000 0000 0000 0002", outcome: "declines", description: "is declined" },
  { number: "4000 0000 0000 9995", outcome: "lacks funds", description: "has too little money" },
  { number: "4000 0000 0000 1109", outcome: "pays later", description: "pays, some seconds later" },
  {
    number: "4000 0000 0000 1208",
    outcome: "fails later",
    description: "is taken, and fails some seconds later",
  },
];

/** The test card of a number, however it is grouped; nothing if it is no test card's. */
export const findTestCard = (input: string): TestCard | undefined => {
  const digits = input.replaceAll(/[\s.-]/g, "");
  return TEST_CARDS.find(({ number }) => number.replaceAll(" ", "") === digits);
};

/** What is wrong with an expiry date as it was typed: `12 / 34`, `1234`, `12/2034`. */
export function explainInvalidExpiry(input: string, now: number): string | undefined {
  if (!input.trim()) return "Enter an expiry date: any month from now on, such as 12 / 34";
  const [, month = "", year = ""] = /^\s*(\d{1,2})\s*[/.-]?\s*((?:20)?\d{2})\s*$/.exec(input) ?? [];
  if (!(Number(month) >= 1 && Number(month) <= 12))
    return "Enter the expiry date as month and year, such as 12 / 34";
  // The card is good until its month is over.
  const expiresAt = Date.UTC(2000 + (Number(year) % 100), Number(month));
  return expiresAt <= now
    ? "Enter an expiry date that is not over yet, such as 12 / 34"
    : undefined;
}

/** What is wrong with a security code as it was typed. */
export const explainInvalidCode = (input: string): string | undefined =>
  /^\s*\d{3,4}\s*$/.test(input)
    ? undefined
    : "Enter a security code: any three digits, such as 123";
