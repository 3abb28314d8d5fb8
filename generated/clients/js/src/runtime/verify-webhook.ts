import { invalidInput, JackfieldError } from "./errors.ts";

/** The headers of a request: web headers, or an object such as `request.headers` of Node.js. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options of `verify`. */
export interface VerifyOptions {
  /** The seconds that the timestamp may be in the past or in the future. Default: 300. */
  readonly toleranceSeconds?: number;
  /** The current time in milliseconds since 1970. Default: the clock. */
  readonly now?: number;
}

/** A webhook whose signature is valid. */
export interface Webhook {
  /**
   * The ID of the message, the same at each delivery. Store it for as long as `toleranceSeconds`
   * to detect repeated deliveries.
   */
  readonly id: string;
  /** When the message was sent. */
  readonly timestamp: Date;
  /** The parsed JSON of the body. */
  readonly payload: unknown;
}

/** Why a webhook was refused: the `code` of the `JackfieldError`. */
export type WebhookErrorCode =
  | "missing_header"
  | "invalid_timestamp"
  | "invalid_signature"
  | "invalid_payload"
  | "invalid_input";

/** Verifies a webhook and parses its body. */
export type Verify = (
  payload: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options?: VerifyOptions,
) => Promise<Webhook>;

/** What `verify` needs of a runtime. */
export interface Hmac {
  /** Returns the HMAC-SHA256 of a message. */
  sign(key: Uint8Array, message: Uint8Array): Promise<ArrayBuffer> | Uint8Array;
  /** Compares in a time that depends on the lengths only. */
  isEqual(a: Uint8Array, b: Uint8Array): boolean;
}

/** Creates `verify` with the cryptography of a runtime. */
export const createVerify =
  ({ sign, isEqual }: Hmac): Verify =>
  async (
    payload,
    headers,
    secret,
    { toleranceSeconds = 300, now = Date.now() } = {},
  ): Promise<Webhook> => {
    const keys = (typeof secret === "string" ? [secret] : secret).map(decodeSecret);
    if (keys.length === 0) throw invalidInput("No secret. Pass the webhook's secret.");
    const body = toBytes(payload);
    const id = requireHeader(headers, "webhook-id");
    const timestamp = requireHeader(headers, "webhook-timestamp");
    const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1_000 : Number.NaN;
    // Written so that NaN is refused too.
    if (!(Math.abs(now - sentAt) <= toleranceSeconds * 1_000))
      throw refused(
        "invalid_timestamp",
        `The timestamp isn't within ${toleranceSeconds} seconds of the current time.`,
      );
    const signatures = requireHeader(headers, "webhook-signature").split(" ").map(encode);
    const message = concatenate(encode(`${id}.${timestamp}.`), body);
    let isValid = false;
    for (const key of keys) {
      const expected = encode(`v1,${toBase64(new Uint8Array(await sign(key, message)))}`);
      for (const signature of signatures) if (isEqual(expected, signature)) isValid = true;
    }
    if (!isValid)
      throw refused(
        "invalid_signature",
        "No signature matches. Check the secret, and pass the body exactly as it was received.",
      );
    return { id, timestamp: new Date(sentAt), payload: parse(body) };
  };

const refused = (code: WebhookErrorCode, message: string) => new JackfieldError(code, message);

/** Decodes a secret: Base64, after `whsec_` or alone. The errors must not contain it. */
function decodeSecret(secret: string): Uint8Array {
  const text = typeof secret === "string" ? secret.replace(/^whsec_/, "") : "";
  let binary = "";
  try {
    binary = atob(text);
  } catch {
    // Reported below.
  }
  if (!binary)
    throw invalidInput("The secret isn't valid. It must be Base64, such as whsec_MfKQ9r8G.");
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toBytes(payload: unknown): Uint8Array {
  if (typeof payload === "string") return encode(payload);
  if (payload instanceof Uint8Array) return payload;
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload);
  throw invalidInput(
    "The payload must be the body as received: a string or bytes, not a parsed object.",
  );
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = findHeader(headers, name);
  if (typeof value === "string" && value) return value;
  throw refused("missing_header", `The header ${name} is missing.`);
}

function findHeader(headers: WebhookHeaders, name: string): unknown {
  if (typeof headers.get === "function") return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (cause) {
    throw new JackfieldError("invalid_payload", "The body isn't JSON.", { cause });
  }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

function concatenate(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}
