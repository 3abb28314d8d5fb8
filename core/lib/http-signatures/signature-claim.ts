import { requireValue } from "../kit/require-value.ts";
import { type Agent, parseAgent } from "./agent.ts";
import { type SignableMessage, signatureBase } from "./base.ts";
import { type InnerList, isInnerList, readDictionary } from "./fields.ts";
import { TEST_KEYS } from "./key-set.ts";

/** A well-formed Web Bot Auth signature that isn't verified yet. */
export interface SignatureClaim {
  readonly agent: Agent;
  readonly keyId: string;
  /** The signature's `alg` parameter. */
  readonly algorithm?: string | undefined;
  /** Seconds since 1970. */
  readonly expires: number;
  readonly nonce?: string | undefined;
  /** Content-Digest, if the signature covers it. The body must then match. */
  readonly contentDigest?: string | undefined;
  readonly base: string;
  readonly signature: ArrayBuffer;
}

/**
 * Why a signature is invalid. Agents receive the text in `Signature-Outcome`, with a period added.
 */
export const INVALID_REASONS = {
  unreadable:
    "Signature-Input or Signature isn't a valid dictionary (RFC 9651), or their labels don't match",
  bad_parameters:
    "created and expires must be integers, keyid a SHA-256 thumbprint of 43 characters, and nonce and alg strings of 1 to 200 characters",
  not_yet_valid: "created is in the future",
  expired: "the signature has expired",
  too_long_lived: "expires must be later than created, by 24 hours at most",
  target_not_covered: "the signature must cover @authority or @target-uri",
  agent_not_covered:
    "the signature must cover Signature-Agent, under its own label or under a single key",
  bad_agent:
    "Signature-Agent must be an https URL with a public host and without a port, password or fragment",
  missing_component: "the signature covers a component that the request doesn't have",
  repeated_component: "the signature covers a component twice",
  wrong_algorithm: "alg doesn't match the key",
  test_key: "the key is a published test key, so anyone can sign with it",
  wrong_signature: "the signature doesn't match the key and the request",
  bad_digest: "the signature covers Content-Digest, which isn't a valid dictionary of digests",
  wrong_digest: "the body doesn't match the covered Content-Digest",
  replayed: "the nonce was already used",
} as const;

/**
 * Why a signature couldn't be verified. Agents receive the text in `Signature-Outcome`, with a
 * period added.
 */
export const UNVERIFIED_REASONS = {
  no_agent: "the request has no Signature-Agent, so the key can't be found",
  unknown_agent_type: "the member of Signature-Agent has unknown parameters",
  unsupported_component: "the signature covers an unsupported component",
  directory_unreachable:
    "the key directory is unreachable; it must return status 200 within three seconds, without a redirect",
  bad_directory:
    "the key directory isn't a JSON Web Key Set, has more than 20 keys, or exceeds 64 KiB",
  unknown_key: "the key directory doesn't contain this key, or the key isn't valid now",
  unknown_digest: "the covered Content-Digest contains neither sha-256 nor sha-512",
  unread_body:
    "the signature covers Content-Digest, but the body exceeds 1 MiB, the limit for verification",
  nonce_required:
    "without a nonce, a signature identifies only GET and HEAD requests, and expires must be at most an hour after created",
  nonces_full:
    "too many unexpired nonces of this agent are stored; let signatures expire sooner, or try again later",
  nonces_unavailable: "nonces can't be checked; try again later",
  busy: "the limit for key directory requests is reached; try again later",
} as const;

export type InvalidReason = keyof typeof INVALID_REASONS;
export type UnverifiedReason = keyof typeof UNVERIFIED_REASONS;
export type RefusalReason = InvalidReason | UnverifiedReason;

/** A claim or a refusal, with the label of its signature. */
type ClaimResult = { readonly label: string } & ({ readonly claim: SignatureClaim } | Refusal);

/** Why a signature is refused, and the component that causes it, if any. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly component?: string;
}

const TAG = "web-bot-auth";
/** How far the client's clock may be ahead. */
const CLOCK_SKEW_SECONDS = 30;
const LIFETIME_SECONDS = 86_400;
/** Without a nonce, whoever sees a signature can repeat it until it expires. */
const REPEATABLE_LIFETIME_SECONDS = 3_600;
/** What a signature that can be repeated may identify, because it changes nothing. */
const SAFE_METHODS = new Set(["GET", "HEAD"]);
/** Bounds the cost of verification. Three are enough for a chain of agents. */
const MAX_SIGNATURES = 3;

/**
 * Reads the first three Web Bot Auth signatures of a request, in order. Ignores signatures with
 * other tags. `now` is in seconds since 1970.
 */
export function readClaims(request: SignableMessage, now: number): readonly ClaimResult[] {
  const input = request.field("signature-input");
  if (input === null) return [];
  const inputs = readDictionary(input);
  if (!inputs) return [{ label: "", reason: "unreadable" }];
  const candidates = [...inputs].filter(
    ([, member]) => isInnerList(member) && member[1].get("tag") === TAG,
  ) as [string, InnerList][];
  if (candidates.length === 0) return [];
  const signatures = readDictionary(request.field("signature"));
  return candidates.slice(0, MAX_SIGNATURES).map(([label, covered]) => {
    const signature = signatures?.get(label)?.[0];
    if (!(signature instanceof ArrayBuffer)) return { label, reason: "unreadable" };
    const parsed = readClaim(request, label, covered, signature, now);
    if (typeof parsed === "string") return { label, reason: parsed };
    return "reason" in parsed ? { label, ...parsed } : { label, claim: parsed };
  });
}

function readClaim(
  request: SignableMessage,
  label: string,
  covered: InnerList,
  signature: ArrayBuffer,
  now: number,
): SignatureClaim | Refusal | RefusalReason {
  const [components, parameters] = covered;
  const [created, expires, keyId, nonce, algorithm] = [
    "created",
    "expires",
    "keyid",
    "nonce",
    "alg",
  ].map((name) => parameters.get(name));
  if (
    typeof created !== "number" ||
    typeof expires !== "number" ||
    !Number.isInteger(created) ||
    !Number.isInteger(expires)
  )
    return "bad_parameters";
  if (
    typeof keyId !== "string" ||
    !/^[\w-]{43}$/.test(keyId) ||
    !isText(nonce) ||
    !isText(algorithm)
  )
    return "bad_parameters";
  if (expires <= created || expires - created > LIFETIME_SECONDS) return "too_long_lived";
  if (created > now + CLOCK_SKEW_SECONDS) return "not_yet_valid";
  if (expires < now) return "expired";
  if (
    !components.some(
      ([name, itemParameters]) =>
        (name === "@authority" || name === "@target-uri") && itemParameters.size === 0,
    )
  )
    return "target_not_covered";
  const agent = parseAgent(request.field("signature-agent"), label, components);
  if (typeof agent === "string") return agent;
  if (TEST_KEYS.has(keyId)) return "test_key";
  const isRepeatable = nonce === undefined;
  if (
    isRepeatable &&
    !(SAFE_METHODS.has(request.method ?? "") && expires - created <= REPEATABLE_LIFETIME_SECONDS)
  )
    return "nonce_required";
  const result = signatureBase(request, covered);
  if ("reason" in result)
    return { reason: `${result.reason}_component`, component: result.component };
  const coversDigest = components.some(
    ([name, itemParameters]) => name === "content-digest" && !itemParameters.has("req"),
  );
  return {
    agent,
    keyId,
    algorithm,
    expires,
    nonce,
    contentDigest: coversDigest
      ? requireValue(request.field("content-digest"), "the covered digest")
      : undefined,
    base: result.base,
    signature,
  };
}

/** The length is bounded, because nonces are stored. */
const isText = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === "string" && value.length > 0 && value.length <= 200);
