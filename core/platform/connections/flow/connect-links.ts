import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import type { AuthMethod } from "../../../lib/openapi-tools/index.ts";
import { SERVICE_ACCOUNT, type Vault } from "../../../lib/vault/index.ts";
import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { Actor } from "../../auth/actor.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import type { ResolvedApp } from "../resolved-app.ts";
import { type Changer, isAwaitingSignIn } from "../stored-connection.ts";
import type { ConnectLink, ConnectLinks } from "./connect-link.ts";
import { isConfigured } from "./operator-clients.ts";

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

/** An authentication method, and whether users can connect with it now. */
export interface MethodChoice {
  readonly method: AuthMethod;
  readonly isConfigured: boolean;
}

/** A connect link that can still be used. */
export interface ActiveLink {
  readonly kind: "open";
  readonly token: string;
  readonly link: ConnectLink;
  /** The API key or the person that created the link. */
  readonly creator: Pick<Actor, "name">;
  readonly linkDigest: string;
  readonly app: ResolvedApp;
  readonly choices: readonly MethodChoice[];
  readonly stored?: StoredConnection | undefined;
}

/** Returns who changes a connection by opening a link: its creator, from the browser's network. */
export const linkChanger = (
  { account, key }: ConnectLink,
  { name }: Pick<Actor, "name">,
  network: string | undefined,
): Changer => ({ id: key, account, name, network });

/** Why a connect link can't be used. */
export type LinkProblem = "unknown" | "expired" | "used" | "other_browser" | "revoked";

/** The state of a connect link for one browser. */
export type LinkState =
  | ActiveLink
  /** The user finished connecting in this browser. */
  | {
      readonly kind: "done";
      readonly link: ConnectLink;
      readonly app: ResolvedApp;
      readonly stored: StoredConnection;
      readonly returnUrl?: string | undefined;
    }
  | {
      readonly kind: "unusable";
      readonly reason: LinkProblem;
      readonly appName?: string | undefined;
      /** Where the program that created the link waits. */
      readonly returnUrl?: string | undefined;
    };

/**
 * Returns the URL of a program without its path and query if another person may have used the link,
 * because they may be secret.
 */
const withoutState = (returnUrl: string, reason: LinkProblem): string =>
  reason === "used" || reason === "other_browser" ? `${new URL(returnUrl).origin}/` : returnUrl;

/** Returns the state of a connect link. `browser` is the value of the browser's cookie. */
export async function resolveLink(
  deps: ConnectionDeps,
  token: string,
  browser: string | undefined,
): Promise<LinkState> {
  const { store, links, now } = deps;
  const link = await links.read(token);
  if (!link) return { kind: "unusable", reason: "unknown" };
  const linkDigest = await digestSecret(token);
  const [startedLink, app] = await Promise.all([
    store.findLink(linkDigest),
    deps.resolveApp(link.account, link.app),
  ]);
  const unusable = (reason: LinkProblem): LinkState => ({
    kind: "unusable",
    reason,
    appName: app.record.name,
    returnUrl: link.returnUrl && withoutState(link.returnUrl, reason),
  });
  const isSameBrowser =
    startedLink !== undefined &&
    browser !== undefined &&
    startedLink.browser === (await digestSecret(browser));
  const id = link.connection ?? startedLink?.connection;
  const stored = id === undefined ? undefined : await store.find(id);
  if (startedLink?.isSpent)
    return isSameBrowser && stored?.connection.status === "active"
      ? { kind: "done", link, app, stored, returnUrl: link.returnUrl }
      : unusable("used");
  if (link.expires <= now()) return unusable("expired");
  if (startedLink && !isSameBrowser) return unusable("other_browser");
  const creator = await deps.findActiveActor(link.account, link.key);
  if (stored?.connection.status === "revoked" || (link.connection && !stored) || !creator)
    return unusable("revoked");
  if (link.isNew && stored && !isAwaitingSignIn(stored.connection)) return unusable("used");
  const requestedMethod = link.method ?? (link.connection && stored?.connection.method);
  const methods = app.record.methods.filter(
    ({ id }) => requestedMethod === undefined || id === requestedMethod,
  );
  const choices = await Promise.all(
    methods.map(async (method) => ({
      method,
      isConfigured: await isConfigured(deps, app, link.account, method),
    })),
  );
  return { kind: "open", token, link, creator, linkDigest, app, choices, stored };
}
