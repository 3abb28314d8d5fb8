import type { AuthMethod } from "../../ports/apps.ts";
import type { KeptConnection } from "../../ports/connections.ts";
import { isConfigured } from "./clients.ts";
import { digestOf, type Link } from "./links.ts";
import type { AppFound, Office } from "./office.ts";

/** A way to connect, and whether it can be used as things stand. */
export interface Choice {
  readonly method: AuthMethod;
  readonly isConfigured: boolean;
}

/** A link that leads somewhere. */
export interface OpenVisit {
  readonly kind: "open";
  readonly token: string;
  readonly link: Link;
  readonly linkDigest: string;
  readonly app: AppFound;
  readonly choices: readonly Choice[];
  readonly kept?: KeptConnection | undefined;
}

/** What a link leads to, for whoever comes with a browser's cookie. */
export type Visit =
  | OpenVisit
  /** It has led to its end, in this browser. */
  | {
      readonly kind: "done";
      readonly app: AppFound;
      readonly kept: KeptConnection;
      readonly returnUrl?: string | undefined;
    }
  | {
      readonly kind: "over";
      readonly why: "unknown" | "expired" | "used" | "elsewhere" | "withdrawn";
      readonly appName?: string | undefined;
    };

/** Looks where a link leads. */
export async function visit(
  office: Office,
  token: string,
  browser: string | undefined,
): Promise<Visit> {
  const { connections, links, now } = office;
  const link = await links.read(token);
  if (!link) return { kind: "over", why: "unknown" };
  const linkDigest = await digestOf(token);
  const [begun, app] = await Promise.all([
    connections.link(linkDigest),
    office.appOf(link.account, link.app),
  ]);
  const over = (why: "expired" | "used" | "elsewhere" | "withdrawn"): Visit => ({
    kind: "over",
    why,
    appName: app.record.name,
  });
  const isTheirs =
    begun !== undefined && browser !== undefined && begun.browser === (await digestOf(browser));
  const id = link.connection ?? begun?.connection;
  const kept = id === undefined ? undefined : await connections.find(id);
  if (begun?.isSpent)
    return isTheirs && kept?.connection.status === "active"
      ? { kind: "done", app, kept, returnUrl: link.returnUrl }
      : over("used");
  if (link.expires <= now()) return over("expired");
  if (begun && !isTheirs) return over("elsewhere");
  if (
    kept?.connection.status === "revoked" ||
    (link.connection && !kept) ||
    !(await office.isGoodKey(link.account, link.key))
  )
    return over("withdrawn");
  const wanted = link.method ?? (link.connection && kept?.connection.method);
  const methods = app.record.methods.filter(({ id }) => wanted === undefined || id === wanted);
  const choices = await Promise.all(
    methods.map(async (method) => ({
      method,
      isConfigured: await isConfigured(office, app, link.account, method),
    })),
  );
  return { kind: "open", token, link, linkDigest, app, choices, kept };
}
