import type { AuthMethod } from "../../ports/apps.ts";
import type { StoredConnection } from "../../ports/connection-store.ts";
import { isConfigured } from "./clients.ts";
import { type ConnectLink, digestSecret } from "./connect-links.ts";
import type { ConnectionDeps, ResolvedApp } from "./deps.ts";

/** A way to connect, and whether it can be used as things stand. */
export interface MethodChoice {
  readonly method: AuthMethod;
  readonly isConfigured: boolean;
}

/** A link that leads somewhere. */
export interface ActiveLink {
  readonly kind: "open";
  readonly token: string;
  readonly link: ConnectLink;
  readonly linkDigest: string;
  readonly app: ResolvedApp;
  readonly choices: readonly MethodChoice[];
  readonly stored?: StoredConnection | undefined;
}

/** What a link leads to, for whoever comes with a browser's cookie. */
export type LinkState =
  | ActiveLink
  /** It has led to its end, in this browser. */
  | {
      readonly kind: "done";
      readonly app: ResolvedApp;
      readonly stored: StoredConnection;
      readonly returnUrl?: string | undefined;
    }
  | {
      readonly kind: "unusable";
      readonly reason: "unknown" | "expired" | "used" | "elsewhere" | "withdrawn";
      readonly appName?: string | undefined;
    };

/** Looks where a link leads. */
export async function resolveLink(
  deps: ConnectionDeps,
  token: string,
  browser: string | undefined,
): Promise<LinkState> {
  const { store, links, now } = deps;
  const link = await links.read(token);
  if (!link) return { kind: "unusable", reason: "unknown" };
  const linkDigest = await digestSecret(token);
  const [begunLink, app] = await Promise.all([
    store.findLink(linkDigest),
    deps.resolveApp(link.account, link.app),
  ]);
  const unusable = (reason: "expired" | "used" | "elsewhere" | "withdrawn"): LinkState => ({
    kind: "unusable",
    reason,
    appName: app.record.name,
  });
  const isTheirs =
    begunLink !== undefined &&
    browser !== undefined &&
    begunLink.browser === (await digestSecret(browser));
  const id = link.connection ?? begunLink?.connection;
  const stored = id === undefined ? undefined : await store.find(id);
  if (begunLink?.isSpent)
    return isTheirs && stored?.connection.status === "active"
      ? { kind: "done", app, stored, returnUrl: link.returnUrl }
      : unusable("used");
  if (link.expires <= now()) return unusable("expired");
  if (begunLink && !isTheirs) return unusable("elsewhere");
  if (
    stored?.connection.status === "revoked" ||
    (link.connection && !stored) ||
    !(await deps.isActiveKey(link.account, link.key))
  )
    return unusable("withdrawn");
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
