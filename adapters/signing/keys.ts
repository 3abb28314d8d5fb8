import { statSync } from "node:fs";
import type { OwnKey, SigningKeys } from "../../core/ports/signing.ts";
import { type KeptKey, keyFile, readKeys } from "./key-file.ts";
import { keysIn } from "./rotate.ts";

/** How often the file is looked at, in milliseconds. */
const LOOK_EVERY = 10_000;

/**
 * The service's own keys, from a file in the folder; the first is made where there is none. A rotation is noticed while
 * it runs. Rejects with an Error that says in a sentence what is wrong.
 */
export async function signingKeys(
  folder: string,
  tell: (sentence: string) => void,
): Promise<SigningKeys> {
  let keys = await imported(await keysIn(folder, seconds()));
  const file = keyFile(folder);
  let looked = Date.now();
  let changed = changeOf(file);

  return {
    published() {
      const now = Date.now();
      if (now - looked > LOOK_EVERY) {
        looked = now;
        const change = changeOf(file);
        if (change !== changed) {
          changed = change;
          void again();
        }
      }
      return publishedAt(keys, now / 1000);
    },
  };

  async function again(): Promise<void> {
    try {
      const there = readKeys(file);
      if (there) keys = await imported(there);
    } catch (error) {
      tell(`The signing keys stay as they were: ${(error as Error).message}`);
    }
  }
}

type Imported = KeptKey & { readonly privateKey: CryptoKey };

const imported = (keys: readonly KeptKey[]): Promise<Imported[]> =>
  Promise.all(
    keys.map(async (key) => ({
      ...key,
      privateKey: await crypto.subtle.importKey("jwk", { ...key.jwk }, "Ed25519", false, ["sign"]),
    })),
  );

/** The newest that has begun signs; those that are still to come, or to go, are published beside it. */
export function publishedAt(keys: readonly Imported[], now: number): OwnKey[] {
  const there = keys.filter(({ until = Infinity }) => until > now).sort((a, b) => b.from - a.from);
  const signs = there.find(({ from }) => from <= now);
  return [...(signs ? [signs] : []), ...there.filter((key) => key !== signs)].map(
    ({ id, jwk, privateKey, from, until }) => ({
      id,
      x: jwk.x,
      privateKey,
      ...(from > now && { notBefore: from }),
      ...(until !== undefined && { until }),
    }),
  );
}

const seconds = () => Math.floor(Date.now() / 1000);
const changeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
