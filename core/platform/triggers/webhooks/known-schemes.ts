import {
  findSchemeFaults,
  STANDARD_SCHEME,
  type WebhookScheme,
} from "../../../lib/webhooks/index.ts";

/** A signature scheme, with what people need to know about it. */
export interface KnownScheme {
  /** The name of the sender. */
  readonly title: string;
  /** Where the secret comes from, as a sentence. */
  readonly secret: string;
  /** Who creates the secret. */
  readonly secretFrom: "jackfield" | "sender";
  /** The documentation of the sender. */
  readonly docs: string;
  readonly scheme: WebhookScheme;
}

/** The schemes by name. */
export type KnownSchemes = ReadonlyMap<string, KnownScheme>;

/** The scheme of triggers that name none. */
export const DEFAULT_SCHEME = "standard";

/** Standard Webhooks alone. */
export const STANDARD_ONLY: KnownSchemes = new Map([
  [
    DEFAULT_SCHEME,
    {
      title: "Standard Webhooks",
      secret: "The secret that the sender shows.",
      secretFrom: "jackfield",
      docs: "https://www.standardwebhooks.com",
      scheme: STANDARD_SCHEME,
    },
  ],
]);

/** Throws an error for the first unsafe scheme. */
export function requireSafeSchemes(schemes: KnownSchemes): void {
  for (const [name, { scheme }] of schemes)
    for (const fault of findSchemeFaults(scheme))
      throw new Error(`Signature scheme "${name}" is unsafe. ${fault}`);
}

/** A scheme to choose. */
export interface SchemeName {
  readonly name: string;
  /** The name of the sender. */
  readonly title: string;
}

/** Lists schemes by title, the default one first. */
export const listSchemes = (schemes: KnownSchemes): readonly SchemeName[] =>
  [...schemes]
    .map(([name, { title }]) => ({ name, title }))
    .toSorted(
      (a, b) =>
        Number(b.name === DEFAULT_SCHEME) - Number(a.name === DEFAULT_SCHEME) ||
        a.title.localeCompare(b.title, "en"),
    );
