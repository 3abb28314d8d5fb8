import { join } from "node:path";
import { z } from "zod";
import { readKeyFile, writeKeyFile } from "../secrets/private-file.ts";

/** A stored signing key with its private part. Times are in seconds since 1970. */
export interface StoredSigningKey {
  readonly id: string;
  readonly jwk: {
    readonly kty: "OKP";
    readonly crv: "Ed25519";
    readonly x: string;
    readonly d: string;
  };
  /** The time from which it signs. */
  readonly from: number;
  /** The time when it is removed. Undefined until another key replaces it. */
  readonly until?: number | undefined;
}

const base64Part = z.string().regex(/^[\w-]{43}$/);
export const STORED_SIGNING_KEY = z.object({
  id: base64Part,
  jwk: z.object({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    x: base64Part,
    d: base64Part,
  }),
  from: z.number(),
  until: z.number().optional(),
});
const FILE_SCHEMA = z.object({ keys: z.array(STORED_SIGNING_KEY).min(1).max(10) });

/** Returns the path of the file with the service's signing keys. */
export const signingKeysFile = (folder: string): string => join(folder, "signing-keys.json");

/**
 * Reads the keys of a file. Returns undefined if there is no file. Throws an error without the
 * contents of the file if the file can't be read or is invalid.
 */
export const readSigningKeys = (file: string): StoredSigningKey[] | undefined =>
  readKeyFile(
    file,
    (content) => FILE_SCHEMA.parse(content).keys,
    "contains no valid signing keys. Delete it, so that the next start creates new ones.",
  );

/** Writes the signing keys, as `writeKeyFile` does. */
export const writeSigningKeys: (
  file: string,
  keys: readonly StoredSigningKey[],
  options: { readonly isNew: boolean },
) => boolean = writeKeyFile;
