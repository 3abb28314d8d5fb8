import { encodeBase64 } from "../kit/base64.ts";
import { hex } from "../kit/digest.ts";
import { resolvePointer } from "../kit/json-pointer.ts";
import type { Handshake, WebhookScheme } from "./scheme.ts";
import { parseBody, type WebhookRequest } from "./webhook-request.ts";

/** The response to a request that only checks the address. */
export interface HandshakeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The secret of the sender, which it sent for the first time. */
  readonly secret?: string | undefined;
}

/** The longest challenge, and the largest body of a request with one. */
const MAX_CHALLENGE = 500;
const MAX_BODY_BYTES = 10_000;
const TEXT_HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "x-content-type-options": "nosniff",
};
const JSON_HEADERS = { "content-type": "application/json", "x-content-type-options": "nosniff" };

/**
 * Responds to a request with which a sender checks the address. Returns `undefined` for any other
 * request. The response is never HTML.
 *
 * @param secret The current secret, for challenges that ask for an HMAC.
 */
export async function answerHandshake(
  { handshakes = [] }: WebhookScheme,
  request: WebhookRequest,
  secret: string | undefined,
): Promise<HandshakeResponse | undefined> {
  for (const handshake of handshakes) {
    const response = await answer(handshake, request, secret);
    if (response) return response;
  }
  return undefined;
}

async function answer(
  handshake: Handshake,
  request: WebhookRequest,
  secret: string | undefined,
): Promise<HandshakeResponse | undefined> {
  if (handshake.kind === "header") {
    const value = request.headers.get(handshake.header);
    if (!isChallenge(value)) return undefined;
    return {
      status: 200,
      headers: { ...TEXT_HEADERS, [handshake.response.toLowerCase()]: value },
      body: "",
      ...(handshake.isSecret && { secret: value }),
    };
  }
  const challenge = readChallenge(handshake, request);
  if (!isChallenge(challenge)) return undefined;
  if (handshake.kind === "hmac") {
    if (secret === undefined) return undefined;
    const signature = await signChallenge(secret, challenge, handshake.encoding);
    const body = {
      ...(handshake.value !== undefined && { [handshake.value]: challenge }),
      [handshake.response]: `${handshake.prefix ?? ""}${signature}`,
    };
    return { status: 200, headers: JSON_HEADERS, body: JSON.stringify(body) };
  }
  if (handshake.kind === "field" && handshake.as === "json") {
    const name = handshake.pointer.split("/").at(-1)!;
    return { status: 200, headers: JSON_HEADERS, body: JSON.stringify({ [name]: challenge }) };
  }
  return { status: 200, headers: TEXT_HEADERS, body: challenge };
}

function readChallenge(
  handshake: Exclude<Handshake, { kind: "header" }>,
  request: WebhookRequest,
): unknown {
  const parameter = "parameter" in handshake ? handshake.parameter : undefined;
  if (parameter !== undefined) return new URL(request.url).searchParams.get(parameter);
  if (request.body.length > MAX_BODY_BYTES) return undefined;
  const body = parseBody(request);
  const conditions = "when" in handshake ? Object.entries(handshake.when ?? {}) : [];
  if (!conditions.every(([pointer, value]) => resolvePointer(body, pointer) === value))
    return undefined;
  return "pointer" in handshake && handshake.pointer !== undefined
    ? resolvePointer(body, handshake.pointer)
    : undefined;
}

const isChallenge = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length > 0 &&
  value.length <= MAX_CHALLENGE &&
  !/[\r\n]/.test(value);

async function signChallenge(secret: string, text: string, encoding: "hex" | "base64") {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
    "sign",
  ]);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
  return encoding === "hex" ? hex(signature) : encodeBase64(signature);
}
