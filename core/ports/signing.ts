import type { SigningKey } from "../lib/http-signatures/index.ts";

export type { SigningKey };

/** The keys that sign outbound requests and that the service's key directory publishes. */
export interface SigningKeys {
  /** Returns the published keys, the one that signs first. Empty if the service doesn't sign. */
  publishedKeys(): readonly SigningKey[];
}
