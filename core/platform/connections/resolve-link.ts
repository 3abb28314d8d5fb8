import type { AuthMethod } from "../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../ports/connection-store.ts";
import { isConfigured } from "./clients.ts";
import { type ConnectLink, digestSecret } from "./connect-links.ts";
import type { ConnectionDeps, ResolvedApp } from "./deps.ts";

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
  readonly linkDigest: string;
  readonly app: ResolvedApp;
  readonly choices: readonly MethodChoice[];
  readonly stored?: StoredConnection | undefined;
}

/** Why a connect link can't be used. */
export type LinkProblem = "unknown" | "expired" | "used" | "other_browser" | "revoked";

/** The state of a connect link for one browser. */
export type LinkState =
  | ActiveLink
  /** The user finished connecting in this browser. */
  | {
      readonly kind: "done";
      readonly app: ResolvedApp;
      readonly stored: StoredConnection;
      readonly returnUrl?: string | undefined;
    }
  | {
      readonly kind: "unusable";
      readonly reason: LinkProblem;
      readonly appName?: string | undefined;
    };

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
  });
  const isSameBrowser =
    startedLink !== undefined &&
    browser !== undefined &&
    startedLink.browser === (await digestSecret(browser));
  const id = link.connection ?? startedLink?.connection;
  const stored = id === undefined ? undefined : await store.find(id);
  if (startedLink?.isSpent)
    return isSameBrowser && stored?.connection.status === "active"
      ? { kind: "done", app, stored, returnUrl: link.returnUrl }
      : unusable("used");
  if (link.expires <= now()) return unusable("expired");
  if (startedLink && !isSameBrowser) return unusable("other_browser");
  if (
    stored?.connection.status === "revoked" ||
    (link.connection && !stored) ||
    !(await deps.isActiveKey(link.account, link.key))
  )
    return unusable("revoked");
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
  return { kind: "open", token, link, linkDigest, app, choices, stored };
}
