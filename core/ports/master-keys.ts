import type { MasterKey } from "../lib/vault/index.ts";

/** Loads master keys from `SECRETS_KEY` or from a key file that only this user can read. */
export interface MasterKeys {
  /** Returns the key that encrypts new data keys. */
  current(): Promise<MasterKey>;
  /**
   * Finds a key by ID, including older ones. Reloads the keys before it resolves to `undefined`.
   */
  find(id: string): Promise<MasterKey | undefined>;
}
