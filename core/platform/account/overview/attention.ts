import { type Html, html } from "../../../lib/html-page/index.ts";
import type { ClientFailure } from "../../../ports/stores/oauth-client-store.ts";
import type { OperationContext } from "../contract.ts";
import type { Connection } from "../integrations/app.ts";
import { EXPIRES_SOON, type Key } from "../keys/key.ts";
import { renderJack } from "../pages/parts/jack.ts";
import { renderTime } from "../pages/parts/time.ts";

/** The most entries of each kind, so that the page stays short. */
const MAX_ENTRIES = 10;

/** Something that stops working unless the person does something. */
interface Attention {
  readonly title: string;
  readonly text: Html;
  readonly path: string;
  readonly action: string;
}

/**
 * Returns what needs the attention of a person: expired connections, keys that expire soon and, for
 * owners, OAuth clients that their servers reject.
 */
export async function findAttention(
  context: OperationContext,
  activeKeys: readonly Key[],
): Promise<readonly Attention[]> {
  const now = context.now();
  const isOwner = context.current.member.role === "owner";
  const [expired, failures] = await Promise.all([
    context.platform("listConnections", { status: "expired", limit: MAX_ENTRIES }),
    isOwner ? context.connections.store.listClientFailures() : new Map<string, ClientFailure>(),
  ]);
  const endedConnections = await Promise.all(
    expired.data.map(async (connection) =>
      describeConnection(connection, await readName(connection.app, context)),
    ),
  );
  return [
    ...endedConnections,
    ...[...failures]
      .slice(0, MAX_ENTRIES)
      .map(([key, failure]) => describeFailure(key, failure, now)),
    ...activeKeys
      .flatMap((key) =>
        key.expires !== undefined && Date.parse(key.expires) - now < EXPIRES_SOON
          ? [describeKey(key, key.expires, now)]
          : [],
      )
      .slice(0, MAX_ENTRIES),
  ];
}

/** Returns the name of an app, or its ID if the app no longer exists. */
const readName = async (app: string, { platform }: OperationContext): Promise<string> =>
  platform("getApp", { app }).then(
    ({ name }) => name,
    () => app,
  );

const describeConnection = (
  { label, status_reason: reason, reconnect_url: url }: Connection,
  name: string,
): Attention => ({
  title: `Reconnect ${name}`,
  text: html`${reason?.message ?? "The app no longer accepts the sign-in."}${label && html` Connection: <strong>${label}</strong>.`} Runs that use it fail.`,
  path: url ?? "/integrations",
  action: "Reconnect",
});

function describeFailure(key: string, { message, app, at }: ClientFailure, now: number): Attention {
  const server = /^server:(.*)$/.exec(key)?.[1];
  const host = server === undefined ? undefined : new URL(server).host;
  return {
    title:
      host === undefined
        ? `Correct the OAuth client of ${app}`
        : `Correct the OAuth client of ${host}`,
    text: html`The server rejected it ${renderTime(at, now)}: ${message}. Sign-ins and token refreshes fail.`,
    path: host === undefined ? `/integrations/${app}#client` : `/sign-in-servers/${host}`,
    action: "Correct it",
  };
}

const describeKey = ({ id, name, client }: Key, expires: string, now: number): Attention => ({
  title: `${client ? "The access of" : "The key"} ${name} expires soon`,
  text: html`It stops working ${renderTime(expires, now)}.${client && " Then sign in again in the MCP client."}`,
  path: client ? `/keys/${id}` : `/keys/${id}#replace`,
  action: client ? "View" : "Replace",
});

export const renderAttention = ({ title, text, path, action }: Attention): Html =>
  html`<div class="alert">${renderJack("attention")}<div class="alert-text"><h2>${title}</h2><p>${text}</p></div><div class="alert-actions"><a class="button" href="${path}">${action}</a></div></div>`;
