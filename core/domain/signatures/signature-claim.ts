import { type Agent, parseAgent } from "./agent.ts";
import { type SignableMessage, signatureBase } from "./base.ts";
import { type InnerList, isInnerList, readDictionary } from "./fields.ts";
import { TEST_KEYS } from "./key-set.ts";

/** A signature that is as Web Bot Auth wants it, before its key is known. */
export interface SignatureClaim {
  readonly agent: Agent;
  readonly keyId: string;
  /** What the signature says of its own algorithm. */
  readonly algorithm?: string | undefined;
  /** In seconds since 1970. */
  readonly expires: number;
  readonly nonce?: string | undefined;
  /** The Content-Digest, where that is covered: the signature is then for a body that has it. */
  readonly contentDigest?: string | undefined;
  readonly base: string;
  readonly signature: ArrayBuffer;
}

/** Why a signature is not the agent's that it names. */
export const INVALID_REASONS = {
  unreadable:
    "Signature-Input or Signature is no dictionary of RFC 9651, or has no member of the other's label",
  bad_parameters:
    "created and expires must be whole seconds, keyid a SHA-256 thumbprint of 43 letters, nonce and alg strings",
  not_yet_valid: "created lies ahead",
  expired: "expires is over",
  too_long_lived: "expires must lie after created, by 24 hours at most",
  target_not_covered: "neither @authority nor @target-uri is covered",
  agent_not_covered:
    "Signature-Agent is there, but not covered under this label, or under no one key",
  bad_agent:
    "Signature-Agent must name an https URL of a public host, without a port, a password or a fragment",
  missing_component: "a component is covered that the request does not have",
  repeated_component: "a component is covered twice",
  wrong_algorithm: "alg is not the key's",
  test_key: "the key is a published test key: everyone can sign with it",
  wrong_signature: "the signature is not this key's over this request",
  bad_digest: "Content-Digest is covered, but is no dictionary of digests",
  wrong_digest: "the body is not the one that the covered Content-Digest is of",
  replayed: "the nonce was used before",
} as const;

/** Why it can't be told whose a signature is. */
export const UNVERIFIED_REASONS = {
  no_agent: "Signature-Agent is not there, so there is nowhere to look for the key",
  unknown_agent_type: "the member of Signature-Agent has parameters that are not known here",
  unsupported_component: "a component is covered that is not supported here",
  directory_unreachable:
    "the directory of keys could not be fetched: it must answer 200, without a redirect, within three seconds",
  bad_directory: "the directory is no JSON Web Key Set of at most 20 keys and 64 KiB",
  unknown_key: "the directory has no such key, or not for this time",
  unknown_digest: "Content-Digest is covered, but has neither sha-256 nor sha-512",
  unread_body:
    "Content-Digest is covered, and the body is over 1 MiB: only up to that is it held against it",
  busy: "too many directories had to be fetched just now",
} as const;

export type InvalidReason = keyof typeof INVALID_REASONS;
export type UnverifiedReason = keyof typeof UNVERIFIED_REASONS;
export type RefusalReason = InvalidReason | UnverifiedReason;

/** Whose label a claim, or a reason for there being none, stands under. */
export type ClaimResult = { readonly label: string } & (
  | { readonly claim: SignatureClaim }
  | Refusal
);

/** Why a signature is no claim, and of which of its components that is so, if it is one's. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly component?: string;
}

const TAG = "web-bot-auth";
/** Clocks differ. */
const CLOCK_SKEW_SECONDS = 30;
const LIFETIME_SECONDS = 86_400;
/** Each costs a verification: as many as a request through a chain of agents may have. */
const MAX_SIGNATURES = 3;

/** The Web Bot Auth signatures of a request, in its order, three at most; none where it has only others, or none at all. */
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
  const result = signatureBase(request, covered);
  if ("fault" in result)
    return { reason: `${result.fault}_component`, component: result.component };
  const coversDigest = components.some(
    ([name, itemParameters]) => name === "content-digest" && !itemParameters.has("req"),
  );
  return {
    agent,
    keyId,
    algorithm,
    expires,
    nonce,
    contentDigest: coversDigest ? request.field("content-digest")! : undefined,
    base: result.base,
    signature,
  };
}

/** Bounded, since nonces are kept. */
const isText = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === "string" && value.length > 0 && value.length <= 200);
