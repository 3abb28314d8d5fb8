import { existsSync } from "node:fs";
import { z } from "zod";
import { encodeBase64url } from "../../core/lib/kit/bytes/base64.ts";
import { StartupError } from "../runtime/startup-error.ts";
import {
  readSigningKeys,
  STORED_SIGNING_KEY,
  signingKeysFile,
  writeSigningKeys,
} from "../signing/key-file.ts";
import { readSecretKeys, STORED_KEY, secretsFile, writeSecretKeys } from "./key-file.ts";
import { parseSecretsKey } from "./master-keys.ts";
import type { MasterKeySettings } from "./open-vault.ts";
import { readKeyFile, writePrivateFile } from "./private-file.ts";

const FORMAT = "jackfield-keys";
const FILE_SCHEMA = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  secrets: z.array(STORED_KEY),
  signing: z.array(STORED_SIGNING_KEY),
});

/** The numbers of keys by purpose. */
export interface KeyCounts {
  readonly secrets: number;
  readonly signing: number;
}

/**
 * Writes the keys of an installation, also those of SECRETS_KEY, to a file that must not exist and
 * that only this user can read. Throws an error for the operator that contains no key.
 */
export function backUpKeys({ secretsKey, dataFolder }: MasterKeySettings, file: string): KeyCounts {
  const now = new Date().toISOString();
  const secrets =
    secretsKey === undefined
      ? (readSecretKeys(secretsFile(dataFolder)) ?? [])
      : parseSecretsKey(secretsKey).map((key) => ({ key: encodeBase64url(key), made: now }));
  const signing = readSigningKeys(signingKeysFile(dataFolder)) ?? [];
  if (secrets.length + signing.length === 0)
    throw new StartupError(`There are no keys in ${dataFolder} yet. The first start creates them.`);
  const content = { format: FORMAT, version: 1, created: now, secrets, signing };
  if (!writePrivateFile(file, content, { isNew: true }))
    throw new StartupError(`${file} exists already. Choose another name.`);
  return { secrets: secrets.length, signing: signing.length };
}

/**
 * Writes the key files of the data folder from a file of `backUpKeys`, except the keys that
 * SECRETS_KEY replaces. Returns the numbers of restored keys. Throws an error for the operator if
 * one of the files exists.
 */
export function restoreKeys(
  { secretsKey, dataFolder }: MasterKeySettings,
  file: string,
): KeyCounts {
  const [content] =
    readKeyFile(
      file,
      (value) => [FILE_SCHEMA.parse(value)],
      `is not a file of keys that this version of Jackfield can read.`,
    ) ?? [];
  if (!content) throw new StartupError(`${file} doesn't exist.`);
  const secrets = secretsKey === undefined ? content.secrets : [];
  const { signing } = content;
  const targets = [
    ...(secrets.length > 0 ? [secretsFile(dataFolder)] : []),
    ...(signing.length > 0 ? [signingKeysFile(dataFolder)] : []),
  ];
  const existing = targets.find((target) => existsSync(target));
  if (existing !== undefined)
    throw new StartupError(
      `${existing} exists already, and its keys may be in use. Move it, or set DATA_DIR to a new folder.`,
    );
  if (secrets.length > 0) writeSecretKeys(secretsFile(dataFolder), secrets, { isNew: true });
  if (signing.length > 0) writeSigningKeys(signingKeysFile(dataFolder), signing, { isNew: true });
  return { secrets: secrets.length, signing: signing.length };
}
