import { statSync } from "node:fs";
import type { SigningKey, SigningKeys } from "../../core/ports/signing.ts";
import { readSigningKeys, type StoredSigningKey, signingKeysFile } from "./key-file.ts";
import { readOrCreateKeys } from "./rotate.ts";

/** How often the file is checked for changes, in milliseconds. */
const CHECK_INTERVAL_MS = 10_000;

/**
 * Opens the service's signing keys from a file in a folder. Creates the first key if there is no
 * file, and reloads the file when it changes. Rejects with an error message for the operator.
 */
export async function openSigningKeys(
  folder: string,
  log: (message: string) => void,
): Promise<SigningKeys> {
  let keys = await importKeys(await readOrCreateKeys(folder, nowSeconds()));
  const file = signingKeysFile(folder);
  let checkedAt = Date.now();
  let modifiedAt = readModifiedAt(file);

  return {
    publishedKeys() {
      const now = Date.now();
      if (now - checkedAt > CHECK_INTERVAL_MS) {
        checkedAt = now;
        const latestModifiedAt = readModifiedAt(file);
        if (latestModifiedAt !== modifiedAt) {
          modifiedAt = latestModifiedAt;
          void reload();
        }
      }
      return listPublishedKeys(keys, now / 1000);
    },
  };

  async function reload(): Promise<void> {
    try {
      const stored = readSigningKeys(file);
      if (stored) keys = await importKeys(stored);
    } catch (error) {
      log(
        `The signing keys could not be reloaded, so the previous ones stay in use. ${(error as Error).message}`,
      );
    }
  }
}

type ImportedKey = StoredSigningKey & { readonly privateKey: CryptoKey };

const importKeys = (keys: readonly StoredSigningKey[]): Promise<ImportedKey[]> =>
  Promise.all(
    keys.map(async (key) => ({
      ...key,
      privateKey: await crypto.subtle.importKey("jwk", { ...key.jwk }, "Ed25519", false, ["sign"]),
    })),
  );

/**
 * Lists the keys to publish. The first is the newest that may sign. Future and outgoing keys
 * follow.
 */
export function listPublishedKeys(keys: readonly ImportedKey[], now: number): SigningKey[] {
  const stored = keys.filter(({ until = Infinity }) => until > now).sort((a, b) => b.from - a.from);
  const signingKey = stored.find(({ from }) => from <= now);
  return [...(signingKey ? [signingKey] : []), ...stored.filter((key) => key !== signingKey)].map(
    ({ id, jwk, privateKey, from, until }) => ({
      id,
      x: jwk.x,
      privateKey,
      ...(from > now && { notBefore: from }),
      ...(until !== undefined && { until }),
    }),
  );
}

const nowSeconds = () => Math.floor(Date.now() / 1000);
const readModifiedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
