import { SERVICE_ACCOUNT } from "../../../lib/vault/index.ts";
import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { Actor } from "../../auth/actor.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import type { ResolvedApp } from "../resolved-app.ts";
import type { ConnectLink } from "./connect-link.ts";
import { digestSecret } from "./connect-links.ts";
import { isStateFor, type PendingSignIn, signInCookieName } from "./redirect-to-sign-in.ts";

/** A sign-in that ends with this redirect. */
export interface ResumedSignIn {
  readonly pending: PendingSignIn;
  readonly stored: StoredConnection;
  readonly link: ConnectLink;
  readonly linkDigest: string;
  /** The key or person that requested the link. */
  readonly creator: Actor;
  readonly app: ResolvedApp;
  /** The name of the cookie that bound the sign-in to the browser. */
  readonly cookieName: string;
}

const MAX_STATE = 2000;

/**
 * Finds the sign-in of an app's redirect, and uses up its state. `undefined` if the state is unknown,
 * used, expired or from another browser, or if the connection, the link or its key is gone.
 */
export async function resumeSignIn(
  deps: ConnectionDeps,
  state: string,
  cookies: ReadonlyMap<string, string>,
): Promise<ResumedSignIn | undefined> {
  const { store, vault, now } = deps;
  const stateDigest = await digestSecret(state);
  const cookieName = signInCookieName(stateDigest);
  const browserSecret = cookies.get(cookieName);
  if (!browserSecret || state.length > MAX_STATE) return undefined;
  // Only the browser that started the sign-in can use up its state. Otherwise anyone who sees the
  // URL could, with a forged cookie.
  const signIn = await store.consumeSignIn(stateDigest, await digestSecret(browserSecret));
  if (!signIn || signIn.expires <= now() || !(await isStateFor(vault, state, signIn.connection)))
    return undefined;
  const pending = JSON.parse(
    await vault.decrypt(SERVICE_ACCOUNT, signIn.encryptedData, {
      id: stateDigest,
      field: "sign_in",
    }),
  ) as PendingSignIn;
  const [stored, link] = await Promise.all([
    store.find(signIn.connection),
    deps.links.read(pending.token),
  ]);
  if (
    !stored ||
    !link ||
    stored.connection.status === "revoked" ||
    (await store.findLink(signIn.link))?.isSpent
  )
    return undefined;
  // Revoking an API key also ends the sign-ins that its links started.
  const creator = await deps.findActiveActor(link.account, link.key);
  if (!creator) return undefined;
  const app = await deps.resolveApp(link.account, link.app);
  return { pending, stored, link, linkDigest: signIn.link, creator, app, cookieName };
}
