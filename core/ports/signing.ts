/** A signing key of the service (Ed25519). */
export interface SigningKey {
  /** The thumbprint of the public key, which signatures use as `keyid`. */
  readonly id: string;
  /** The public key in base64url. */
  readonly x: string;
  readonly privateKey: CryptoKey;
  /** When the key starts to sign, in seconds since 1970. Only set until then. */
  readonly notBefore?: number;
  /** When the key is removed, in seconds since 1970. Only set if its removal is scheduled. */
  readonly until?: number;
}

/** The keys that sign outbound requests and that the service's key directory publishes. */
export interface SigningKeys {
  /** Returns the published keys, the one that signs first. Empty if the service doesn't sign. */
  publishedKeys(): readonly SigningKey[];
}
