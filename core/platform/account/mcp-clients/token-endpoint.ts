import type { OwnOrigins } from "../../../http/origins/own-origins.ts";
import { createChallenge } from "../../../lib/oauth/index.ts";
import type { Vault } from "../../../lib/vault/index.ts";
import type { GrantStore } from "../../../ports/stores/grant-store.ts";
import type { ApiKey, KeyStore } from "../../../ports/stores/key-store.ts";
import { createAuditEntry } from "../../auth/audit-entry.ts";
import { hashSecret } from "../../auth/key-format.ts";
import { isOwnResource } from "./addresses.ts";
import { OAuthError } from "./oauth-error.ts";
import { createTokens, type NewTokens } from "./tokens.ts";

export interface TokenEndpointDeps {
  /** The origins of the API. */
  readonly origins: OwnOrigins;
  readonly grantStore: GrantStore;
  readonly keyStore: Pick<KeyStore, "revokeKey">;
  /** Encrypts the responses that a client may receive again. */
  readonly vault: Pick<Vault, "encrypt" | "decrypt">;
  /** The network of the request: an IPv4 /24 or an IPv6 /48. */
  readonly network: string | undefined;
  /** Milliseconds since 1970. */
  now(): number;
}

const SECOND = 1000;
/** A client that lost the response may send its refresh token again. */
export const GRACE_MILLISECONDS = 10 * SECOND;
/** How long a later use of a spent refresh token is noticed. */
const KEEP_MILLISECONDS = 30 * 86_400 * SECOND;

/** Exchanges a code or a refresh token for tokens. Throws an `OAuthError`. */
export async function exchange(
  fields: URLSearchParams,
  deps: TokenEndpointDeps,
): Promise<NewTokens["response"]> {
  const resource = fields.get("resource");
  const grantType = requireField(fields, "grant_type");
  const client = requireField(fields, "client_id");
  if (resource && !isOwnResource(resource, deps.origins))
    throw new OAuthError("invalid_target", `resource must be ${deps.origins.origin}/mcp.`);
  if (grantType === "authorization_code") return redeemCode(fields, client, deps);
  if (grantType === "refresh_token") return refresh(fields, client, deps);
  throw new OAuthError(
    "unsupported_grant_type",
    "grant_type must be authorization_code or refresh_token.",
  );
}

/**
 * Revokes a token of a client: an access token alone, a refresh token with its grant (RFC 7009). Does
 * nothing for any other token.
 */
export async function revoke(fields: URLSearchParams, deps: TokenEndpointDeps): Promise<void> {
  const digest = await hashSecret(requireField(fields, "token"));
  const client = requireField(fields, "client_id");
  const access = await deps.grantStore.findToken(digest, "access");
  if (access?.key.client?.id === client) return deps.grantStore.deleteToken(digest);
  const found = await deps.grantStore.findToken(digest, "refresh");
  if (found?.key.client?.id === client) await endGrant(found.key, "client", deps);
}

async function redeemCode(
  fields: URLSearchParams,
  client: string,
  deps: TokenEndpointDeps,
): Promise<NewTokens["response"]> {
  const { grantStore, now } = deps;
  const digest = await hashSecret(requireField(fields, "code"));
  const verifier = requireField(fields, "code_verifier");
  const code = await grantStore.findCode(digest);
  const redirectUri = fields.get("redirect_uri") || code?.redirectUri;
  if (
    code?.client !== client ||
    code.redirectUri !== redirectUri ||
    code.challenge !== (await createChallenge(verifier))
  )
    throw new OAuthError(
      "invalid_grant",
      "The code is unknown, or was issued for another client_id, redirect_uri or code_verifier.",
    );
  const { stored, response } = await createTokens(code.key, now());
  if (!code.isSpent && (await grantStore.redeemCode(digest, now(), stored))) return response;
  // A code that comes back was stolen, or its first user is the thief (OAuth 2.1, section 4.1.3).
  if (code.isSpent) await endGrant(code.key, "code_reused", deps);
  throw new OAuthError(
    "invalid_grant",
    "The code is used or expired, or its person is no longer a member. Sign in again.",
  );
}

async function refresh(
  fields: URLSearchParams,
  client: string,
  deps: TokenEndpointDeps,
): Promise<NewTokens["response"]> {
  const { grantStore, vault, now } = deps;
  const digest = await hashSecret(requireField(fields, "refresh_token"));
  const found = await grantStore.findToken(digest, "refresh");
  if (found?.key.client?.id !== client)
    throw new OAuthError(
      "invalid_grant",
      "The refresh token is unknown, or was issued to another client_id.",
    );
  const { key, spent } = found;
  const at = now();
  const { stored, response } = await createTokens(key, at);
  const times = { now: at, graceMs: GRACE_MILLISECONDS, keepMs: KEEP_MILLISECONDS };
  const field = { id: digest, field: "successor" };
  const successor = await vault.encrypt(key.account, JSON.stringify(response), field);
  const answer = await grantStore.rotateToken(digest, times, { tokens: stored, successor });
  if (answer === successor) return response;
  // The same response again, so that however often a client repeats itself, it has one successor.
  if (answer !== undefined) return JSON.parse(await vault.decrypt(key.account, answer, field));
  if (spent !== undefined && at - spent >= GRACE_MILLISECONDS)
    await endGrant(key, "refresh_token_reused", deps);
  throw new OAuthError("invalid_grant", "The refresh token is used or expired. Sign in again.");
}

/** Revokes a grant with all of its tokens, and records why. */
async function endGrant(
  { account, id, name, client }: ApiKey,
  reason: "client" | "code_reused" | "refresh_token_reused",
  { keyStore, network, now }: TokenEndpointDeps,
): Promise<void> {
  const at = now();
  const entry = createAuditEntry(at, {
    account,
    actor:
      reason === "client" ? { kind: "key", id, name: client?.redirectHost } : { kind: "service" },
    action: "key.revoked",
    subject: id,
    details: { name, reason },
    ...(network !== undefined && { network }),
  });
  await keyStore.revokeKey(account, id, entry.at, entry);
}

/** Returns a field that the request has once. */
function requireField(fields: URLSearchParams, name: string): string {
  const [value, ...others] = fields.getAll(name);
  if (value && others.length === 0) return value;
  throw new OAuthError("invalid_request", `${name} is ${value ? "repeated" : "missing"}.`);
}
