import type { GrantToken } from "../../../ports/stores/grant-store.ts";
import type { ApiKey } from "../../../ports/stores/key-store.ts";
import { createToken, hashSecret } from "../../auth/key-format.ts";

const HOUR = 3_600_000;
const ACCESS_TOKEN_SECONDS = 3_600;
/** A grant that no client used for this long ends. */
const REFRESH_TOKEN_MILLISECONDS = 90 * 24 * HOUR;

/** New tokens of a grant: what the store keeps, and the response of the token endpoint. */
export interface NewTokens {
  readonly stored: readonly GrantToken[];
  /** RFC 6749, section 5.1. */
  readonly response: Readonly<Record<string, string | number>>;
}

/** Creates tokens. Neither outlives the grant. */
export async function createTokens(
  { id, permissions, expires }: Pick<ApiKey, "id" | "permissions" | "expires">,
  now: number,
): Promise<NewTokens> {
  const end = expires === undefined ? Infinity : Date.parse(expires);
  const access = createToken("access");
  const refresh = createToken("refresh");
  const accessExpires = Math.min(now + ACCESS_TOKEN_SECONDS * 1000, end);
  return {
    stored: [
      { digest: await hashSecret(access), kind: "access", key: id, expires: accessExpires },
      {
        digest: await hashSecret(refresh),
        kind: "refresh",
        key: id,
        expires: Math.min(now + REFRESH_TOKEN_MILLISECONDS, end),
      },
    ],
    response: {
      access_token: access,
      token_type: "Bearer",
      expires_in: Math.floor((accessExpires - now) / 1000),
      refresh_token: refresh,
      scope: permissions.join(" "),
    },
  };
}
