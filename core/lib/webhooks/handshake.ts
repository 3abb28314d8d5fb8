import { encodeBase64 } from "../kit/bytes/base64.ts";
import { hex } from "../kit/bytes/digest.ts";
import { resolvePointer } from "../kit/json/json-pointer.ts";
import { isEchoable, isSignable } from "./challenge.ts";
import type { Handshake, WebhookScheme } from "./scheme.ts";
import { verifyWebhook } from "./verify-webhook.ts";
import { parseBody, type WebhookRequest } from "./webhook-request.ts";

/** The response to a request that only checks the address. */
interface HandshakeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The secret of the sender, which it sent for the first time. */
  readonly secret?: string | undefined;
}

/** The largest body of a request with a challenge. */
const MAX_BODY_BYTES = 10_000;
const TEXT_HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "x-content-type-options": "nosniff",
};
const JSON_HEADERS = { "content-type": "application/json", "x-content-type-options": "nosniff" };

/** What a response to a challenge depends on. */
interface HandshakeContext {
  /** The secrets that are valid now, the current one first. */
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Responds to a request with which a sender checks the address. Returns `undefined` for any other
 * request, and for one whose signature is missing or wrong. The response is never HTML.
 */
export async function answerHandshake(
  scheme: WebhookScheme,
  request: WebhookRequest,
  context: HandshakeContext,
): Promise<HandshakeResponse | undefined> {
  for (const handshake of scheme.handshakes ?? []) {
    const response = await answer(scheme, handshake, request, context);
    if (response) return response;
  }
  return undefined;
}

async function answer(
  scheme: WebhookScheme,
  handshake: Handshake,
  request: WebhookRequest,
  context: HandshakeContext,
): Promise<HandshakeResponse | undefined> {
  if (handshake.kind === "header") {
    const value = request.headers.get(handshake.header);
    if (!isEchoable(value)) return undefined;
    return {
      status: 200,
      headers: { ...TEXT_HEADERS, [handshake.response.toLowerCase()]: value },
      body: "",
      ...(handshake.isSecret && { secret: value }),
    };
  }
  const challenge = readChallenge(handshake, request);
  if (!isEchoable(challenge)) return undefined;
  const isSigned = "isSigned" in handshake && handshake.isSigned;
  const secret = isSigned ? await findSigningSecret(scheme, request, context) : context.secrets[0];
  if (isSigned && secret === undefined) return undefined;
  if (handshake.kind === "hmac") {
    if (secret === undefined || !isSignable(challenge)) return undefined;
    const signature = await signChallenge(secret, challenge, handshake.encoding);
    const body = {
      ...(handshake.value !== undefined && { [handshake.value]: challenge }),
      [handshake.response]: `${handshake.prefix ?? ""}${signature}`,
    };
    return { status: 200, headers: JSON_HEADERS, body: JSON.stringify(body) };
  }
  if (handshake.kind === "field" && handshake.as === "json") {
    const name = handshake.pointer.replace(/^.*\//s, "");
    return { status: 200, headers: JSON_HEADERS, body: JSON.stringify({ [name]: challenge }) };
  }
  return { status: 200, headers: TEXT_HEADERS, body: challenge };
}

/** Finds the secret that the sender uses, which may be one that is being replaced. */
async function findSigningSecret(
  scheme: WebhookScheme,
  request: WebhookRequest,
  { secrets, now }: HandshakeContext,
): Promise<string | undefined> {
  for (const secret of secrets)
    if ((await verifyWebhook(scheme, [secret], request, now)).isVerified) return secret;
  return undefined;
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

async function signChallenge(secret: string, text: string, encoding: "hex" | "base64") {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = encoder.encode(secret);
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
  return encoding === "hex" ? hex(signature) : encodeBase64(signature);
}
