import { hex, sha256 } from "../../domain/digest.ts";
import { randomToken } from "../domain/encryption/bytes.ts";
import type { Vault } from "./vault.ts";
import { SERVICE_ACCOUNT } from "./vault.ts";

/** What a link is for. */
export interface ConnectLink {
  readonly account: string;
  readonly user?: string | undefined;
  readonly app: string;
  /** The connection that it makes or mends; none: a new one, once somebody begins. */
  readonly connection?: string | undefined;
  /** The one way in which it is to be connected. */
  readonly method?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly returnUrl?: string | undefined;
  /** The key that asked for it, by its id: once that is revoked, the link is worth nothing. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Makes the links that people open to connect an app, and reads them. Nothing of them is kept until somebody begins, and then a digest. */
export interface ConnectLinks {
  create(
    link: Omit<ConnectLink, "expires">,
  ): Promise<{ readonly url: string; readonly expires: number }>;
  /** None where it was not made here, or was changed; an old one is read too. */
  read(token: string): Promise<ConnectLink | undefined>;
}

/** How long a link is good for. */
export const LINK_MILLISECONDS = 15 * 60_000;

const LINK_CONTEXT = { id: "link", field: "link" };

/** Links that are sealed: what stands in them nobody reads or changes, and no two are alike. */
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

/** By which a link, a state or a cookie is known again without being kept. */
export const digestSecret = async (secret: string): Promise<string> => hex(await sha256(secret));

/** A state for a sign-in: sealed, so that only what was made here is looked up at all. */
export const newState = (vault: Vault, connection: string): Promise<string> =>
  vault.encrypt(SERVICE_ACCOUNT, JSON.stringify([connection, randomToken()]), {
    id: "state",
    field: "state",
  });

/** Whether a state was made here, for this connection. */
export async function isStateFor(
  vault: Vault,
  state: string,
  connection: string,
): Promise<boolean> {
  const text = await vault.tryDecrypt(SERVICE_ACCOUNT, state, { id: "state", field: "state" });
  return text !== undefined && (JSON.parse(text) as unknown[])[0] === connection;
}
