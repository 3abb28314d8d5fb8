import { hex, sha256 } from "../../lib/kit/digest.ts";
import { randomToken } from "../../lib/kit/random.ts";
import { SERVICE_ACCOUNT, type Vault } from "../../lib/vault/index.ts";

/** The contents of a connect link. */
export interface ConnectLink {
  readonly account: string;
  readonly user?: string | undefined;
  readonly app: string;
  /**
   * The ID of the connection to create or reconnect. If `undefined`, the first form submission
   * creates one.
   */
  readonly connection?: string | undefined;
  /** The ID of the required authentication method. `undefined` lets the user choose. */
  readonly method?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly returnUrl?: string | undefined;
  /** The ID of the API key that requested the link. Revoking the key disables the link. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/**
 * Creates and reads connect links. Nothing is stored until a user submits the form, and then only a
 * digest.
 */
export interface ConnectLinks {
  create(
    link: Omit<ConnectLink, "expires">,
  ): Promise<{ readonly url: string; readonly expires: number }>;
  /** Returns `undefined` for a token that Jackfield did not issue. Does not check the expiry. */
  read(token: string): Promise<ConnectLink | undefined>;
}

/** The lifetime of a connect link. */
export const LINK_MILLISECONDS = 15 * 60_000;

const LINK_CONTEXT = { id: "link", field: "link" };

/** Creates connect links whose contents are encrypted and authenticated in the URL. */
export const createConnectLinks = ({
  origin,
  vault,
  now,
}: {
  readonly origin: string;
  readonly vault: Vault;
  now(): number;
}): ConnectLinks => ({
  async create(link) {
    const expires = now() + LINK_MILLISECONDS;
    const ciphertext = await vault.encrypt(
      SERVICE_ACCOUNT,
      JSON.stringify({ ...link, expires }),
      LINK_CONTEXT,
    );
    return { url: `${origin}/connect/cl_${ciphertext}`, expires };
  },
  async read(token) {
    const text =
      token.startsWith("cl_") && token.length < 8000
        ? await vault.tryDecrypt(SERVICE_ACCOUNT, token.slice(3), LINK_CONTEXT)
        : undefined;
    return text === undefined ? undefined : (JSON.parse(text) as ConnectLink);
  },
});

/** Returns the digest under which a link, state or cookie is stored. */
export const digestSecret = async (secret: string): Promise<string> => hex(await sha256(secret));

/**
 * Creates the OAuth state of a sign-in. It is encrypted, so that forged states fail without a
 * lookup.
 */
export const newState = (vault: Vault, connection: string): Promise<string> =>
  vault.encrypt(SERVICE_ACCOUNT, JSON.stringify([connection, randomToken()]), {
    id: "state",
    field: "state",
  });

/** Whether Jackfield issued a state for this connection. */
export async function isStateFor(
  vault: Vault,
  state: string,
  connection: string,
): Promise<boolean> {
  const text = await vault.tryDecrypt(SERVICE_ACCOUNT, state, { id: "state", field: "state" });
  return text !== undefined && (JSON.parse(text) as unknown[])[0] === connection;
}
