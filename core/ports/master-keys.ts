/** A key that encrypts data keys. */
export interface MasterKey {
  /** Identifies the key without revealing anything about it. */
  readonly id: string;
  /** AES-GCM, 256 bits, not extractable. */
  readonly key: CryptoKey;
}

/** Loads master keys from `SECRETS_KEY` or from a key file that only this user can read. */
export interface MasterKeys {
  /** Returns the key that encrypts new data keys. */
  current(): Promise<MasterKey>;
  /**
   * Finds a key by ID, including older ones. Reloads the keys before it resolves to `undefined`.
   */
  find(id: string): Promise<MasterKey | undefined>;
}
