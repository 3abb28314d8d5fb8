import { join } from "node:path";
import { z } from "zod";
import { readKeyFile, writeKeyFile } from "../key-file.ts";

/** One key as it is kept: the private half too. Times in seconds since 1970. */
export interface StoredSigningKey {
  readonly id: string;
  readonly jwk: {
    readonly kty: "OKP";
    readonly crv: "Ed25519";
    readonly x: string;
    readonly d: string;
  };
  /** When it begins to sign. */
  readonly from: number;
  /** When it is taken away; only of one that another follows. */
  readonly until?: number | undefined;
}

const base64Part = z.string().regex(/^[\w-]{43}$/);
const FILE_SCHEMA = z.object({
  keys: z
    .array(
      z.object({
        id: base64Part,
        jwk: z.object({
          kty: z.literal("OKP"),
          crv: z.literal("Ed25519"),
          x: base64Part,
          d: base64Part,
        }),
        from: z.number(),
        until: z.number().optional(),
      }),
    )
    .min(1)
    .max(10),
});

/** The file that the service's own keys are in. */
export const signingKeysFile = (folder: string): string => join(folder, "signing-keys.json");

/** The keys of a file; nothing where there is no file. Throws an Error, without any of the file in it, where it can't be read or is something else. */
export const readSigningKeys = (file: string): StoredSigningKey[] | undefined =>
  readKeyFile(
    file,
    (content) => FILE_SCHEMA.parse(content).keys,
    "holds no signing keys: take it away to have new ones made.",
  );

/** Writes keys, for this user alone and whole or not at all. `isNew`: only where there is no file yet; whether it was written. */
export const writeSigningKeys: (
  file: string,
  keys: readonly StoredSigningKey[],
  options: { readonly isNew: boolean },
) => boolean = writeKeyFile;
