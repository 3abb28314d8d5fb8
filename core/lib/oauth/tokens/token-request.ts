import { encodeBase64 } from "../../kit/bytes/base64.ts";
import type { OAuthServer } from "../../openapi-tools/index.ts";

/** The credentials of an OAuth client. */
export interface OAuthClient {
  readonly id: string;
  /** `undefined` for a public client. */
  readonly secret?: string | undefined;
}

interface TokenRequest {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Creates a request to a token endpoint (RFC 6749, section 3.2) or revocation endpoint, with the
 * authentication method and body format of the provider.
 */
export function tokenRequest(
  params: Readonly<Record<string, string | undefined>>,
  client: OAuthClient,
  { clientAuth, bodyFormat }: Pick<OAuthServer, "clientAuth" | "bodyFormat">,
): TokenRequest {
  const { id, secret } = client;
  const basic = clientAuth === "basic" && secret !== undefined ? { id, secret } : undefined;
  const entries = Object.entries({
    ...params,
    ...(!basic && { client_id: id, ...(secret !== undefined && { client_secret: secret }) }),
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const isJson = bodyFormat === "json";
  return {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
      ...(basic && {
        authorization: `Basic ${encodeBase64(new TextEncoder().encode(`${formEncoded(basic.id)}:${formEncoded(basic.secret)}`))}`,
      }),
    },
    body: isJson
      ? JSON.stringify(Object.fromEntries(entries))
      : new URLSearchParams(entries).toString(),
  };
}

/** Form-encodes a part of the Basic credentials (RFC 6749, section 2.3.1). */
const formEncoded = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);
