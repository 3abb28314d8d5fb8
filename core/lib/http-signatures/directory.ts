import { sha256 } from "../kit/bytes/digest.ts";
import { DIRECTORY_PATH } from "./agent.ts";
import type { SignableMessage } from "./base.ts";
import { serializeBytes } from "./fields.ts";
import { type SigningKey, sign } from "./sign.ts";

/** Must be longer than the directory may be cached. */
const LIFETIME_SECONDS = 7200;

/** Formats the public keys as a JSON Web Key Set. */
export function directoryDocument(keys: readonly SigningKey[]): string {
  const entries = keys.map(({ id, x, notBefore, until }) => ({
    kty: "OKP",
    crv: "Ed25519",
    x,
    kid: id,
    use: "sig",
    ...(notBefore !== undefined && { nbf: notBefore }),
    ...(until !== undefined && { exp: until }),
  }));
  return JSON.stringify({ keys: entries });
}

/**
 * Signs a key directory with each of its keys, which proves that they belong to the origin. Returns
 * the headers Content-Digest, Signature-Input and Signature. `created` is in seconds since 1970.
 */
export async function signDirectory(
  text: string,
  keys: readonly SigningKey[],
  { origin, created }: { origin: string; created: number },
): Promise<Record<string, string>> {
  const digest = `sha-256=${serializeBytes(await sha256(text))}`;
  const request: SignableMessage = {
    method: "GET",
    targetUri: `${origin}${DIRECTORY_PATH}`,
    field: () => null,
  };
  const response: SignableMessage = {
    status: 200,
    request,
    field: (name) => (name === "content-digest" ? digest : null),
  };
  const options = {
    components: [["@authority", { req: true }], "content-digest"] as const,
    created,
    expires: created + LIFETIME_SECONDS,
    tag: "http-message-signatures-directory",
  };
  const signed = await Promise.all(
    keys.map((key, index) => sign(response, { ...options, label: `binding${index}` }, key)),
  );
  return {
    "content-digest": digest,
    "signature-input": signed.map(({ input }) => input).join(", "),
    signature: signed.map(({ signature }) => signature).join(", "),
  };
}
