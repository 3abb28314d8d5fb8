/** One of the service's own keys (Ed25519). */
export interface SigningKey {
  /** The thumbprint of its public half, which is how signatures name it. */
  readonly id: string;
  /** The public half in base64url. */
  readonly x: string;
  readonly privateKey: CryptoKey;
  /** When it begins to sign, in seconds since 1970; only of one that does not yet. */
  readonly notBefore?: number;
  /** When it is taken away, in seconds since 1970; only of one that is to go. */
  readonly until?: number;
}

/** The keys with which the service signs what it fetches, and which its own directory publishes. */
export interface SigningKeys {
  /** Those that are published now, the one that signs first; none where there are none. */
  publishedKeys(): readonly SigningKey[];
}
