/** What a test card does. */
export interface TestCard {
  readonly number: string;
  readonly does: "pays" | "declines" | "lacks funds" | "pays later" | "fails later";
  /** For the list of them. */
  readonly what: string;
}

/** The only cards that are taken; real ones never are. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: "4242 4242 4242 4242", does: "pays", what: "pays" },
  { number: "4000 0000 0000 0002", does: "declines", what: "is declined" },
  { number: "4000 0000 0000 9995", does: "lacks funds", what: "has too little money" },
  { number: "4000 0000 0000 1109", does: "pays later", what: "pays, some seconds later" },
  {
    number: "4000 0000 0000 1208",
    does: "fails later",
    what: "is taken, and fails some seconds later",
  },
];

/** The test card of a number, however it is grouped; nothing if it is no test card's. */
export const cardOf = (typed: string): TestCard | undefined => {
  const digits = typed.replaceAll(/[\s.-]/g, "");
  return TEST_CARDS.find(({ number }) => number.replaceAll(" ", "") === digits);
};

/** What is wrong with an expiry date as it was typed: `12 / 34`, `1234`, `12/2034`. */
export function whyNotExpiry(typed: string, now: number): string | undefined {
  if (!typed.trim()) return "Enter an expiry date: any month from now on, such as 12 / 34";
  const [, month = "", year = ""] = /^\s*(\d{1,2})\s*[/.-]?\s*((?:20)?\d{2})\s*$/.exec(typed) ?? [];
  if (!(Number(month) >= 1 && Number(month) <= 12))
    return "Enter the expiry date as month and year, such as 12 / 34";
  // The card is good until its month is over.
  const over = Date.UTC(2000 + (Number(year) % 100), Number(month));
  return over <= now ? "Enter an expiry date that is not over yet, such as 12 / 34" : undefined;
}

/** What is wrong with a security code as it was typed. */
export const whyNotCode = (typed: string): string | undefined =>
  /^\s*\d{3,4}\s*$/.test(typed)
    ? undefined
    : "Enter a security code: any three digits, such as 123";
