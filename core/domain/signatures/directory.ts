import type { OwnKey } from "../../ports/signing.ts";
import { sha256 } from "../digest.ts";
import { DIRECTORY_PATH } from "./agent.ts";
import type { Message } from "./base.ts";
import { bytesWritten } from "./fields.ts";
import { sign } from "./sign.ts";

/** Longer than the directory may be kept. */
const LIFETIME_SECONDS = 7200;

/** The service's own keys as a JSON Web Key Set: their public halves alone. */
export function directoryOf(keys: readonly OwnKey[]): string {
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

/** The headers by which each key says that it is this origin's: Content-Digest, Signature-Input and Signature. */
export async function signedDirectory(
  text: string,
  keys: readonly OwnKey[],
  { origin, created }: { origin: string; created: number },
): Promise<Record<string, string>> {
  const digest = `sha-256=${bytesWritten(await sha256(text))}`;
  const request: Message = {
    method: "GET",
    targetUri: `${origin}${DIRECTORY_PATH}`,
    field: () => null,
  };
  const response: Message = {
    status: 200,
    request,
    field: (name) => (name === "content-digest" ? digest : null),
  };
  const signing = {
    components: [["@authority", { req: true }], "content-digest"] as const,
    created,
    expires: created + LIFETIME_SECONDS,
    tag: "http-message-signatures-directory",
  };
  const made = await Promise.all(
    keys.map((key, at) => sign(response, { ...signing, label: `binding${at}` }, key)),
  );
  return {
    "content-digest": digest,
    "signature-input": made.map(({ input }) => input).join(", "),
    signature: made.map(({ signature }) => signature).join(", "),
  };
}
