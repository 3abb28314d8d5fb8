import type { OAuthServer } from "../../../ports/apps.ts";

/** Who asks: the client, and how it proves that it is itself. */
export interface OAuthClient {
  readonly id: string;
  /** None of a public client. */
  readonly secret?: string | undefined;
}

/** A request to a token endpoint. */
export interface TokenRequest {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A request to a token or revocation endpoint (RFC 6749, section 3.2), in the way that the provider wants it. */
export function tokenRequest(
  params: Readonly<Record<string, string | undefined>>,
  client: OAuthClient,
  { clientAuth, bodyFormat }: Pick<OAuthServer, "clientAuth" | "bodyFormat">,
): TokenRequest {
  const inHeader = clientAuth === "basic" && client.secret !== undefined;
  const entries = Object.entries({
    ...params,
    ...(!inHeader && {
      client_id: client.id,
      ...(client.secret !== undefined && { client_secret: client.secret }),
    }),
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const isJson = bodyFormat === "json";
  return {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
      ...(inHeader && {
        authorization: `Basic ${encodeBase64(`${formEncoded(client.id)}:${formEncoded(client.secret!)}`)}`,
      }),
    },
    body: isJson
      ? JSON.stringify(Object.fromEntries(entries))
      : new URLSearchParams(entries).toString(),
  };
}

/** RFC 6749, section 2.3.1: encoded as a form's value before it is put together. */
const formEncoded = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);

const encodeBase64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
