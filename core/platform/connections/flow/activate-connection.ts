import type { DiscoveredServer } from "../../../lib/oauth/index.ts";
import type { FormValues } from "../../../lib/openapi-tools/credentials/index.ts";
import { type AuthMethod, listsToolsByConnection } from "../../../lib/openapi-tools/index.ts";
import type { Connection, StoredConnection } from "../../../ports/stores/connection-store.ts";
import { createActorEntry } from "../../auth/audit-entry.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { withDefault } from "../default-connection.ts";
import type { ResolvedApp } from "../resolved-app.ts";
import { type ConnectionSecrets, encryptSecrets } from "../secrets.ts";
import {
  type Changer,
  connectionChange,
  isAwaitingSignIn,
  updateStored,
} from "../stored-connection.ts";

/** New secrets of a connection, and the changes that come with them. */
export interface GrantedSecrets {
  readonly secrets: ConnectionSecrets;
  readonly changes?: Partial<Connection> | undefined;
}

/** The properties of the previous sign-in that a new sign-in clears. */
const CLEARED_ON_SIGN_IN = {
  reason: undefined,
  failures: undefined,
  due: undefined,
  expires: undefined,
  refreshed: undefined,
  scopes: undefined,
  server: undefined,
  who: undefined,
  routing: undefined,
  context: undefined,
} as const;

/** The job lists the tools if this process stops before it has done so. */
const TOOL_LIST_DELAY_MILLISECONDS = 30_000;

/**
 * Encrypts and stores the secrets of a new sign-in, which activates the connection, and lists the
 * tools of a remote MCP server. Resolves to `undefined` if the connection was deleted in the meantime
 * or, with `isNew`, if a user has connected it with another link.
 */
export async function activateConnection(
  deps: ConnectionDeps,
  { connection }: StoredConnection,
  {
    app,
    method,
    fields,
    server,
    context,
    isNew,
    by,
    granted: { secrets, changes },
  }: {
    readonly app: ResolvedApp;
    readonly method: AuthMethod;
    readonly fields: FormValues;
    readonly server?: DiscoveredServer | undefined;
    readonly context?: Connection["context"];
    readonly isNew?: boolean | undefined;
    readonly by: Changer;
    readonly granted: GrantedSecrets;
  },
): Promise<StoredConnection | undefined> {
  const { isOwn, base } = app.record;
  const hasToolList = listsToolsByConnection(app.record);
  const encrypted = await encryptSecrets(
    deps.vault,
    { ...connection, method: method.id, fields, server, context },
    { ...secrets, own: isOwn && base },
  );
  const saved = await updateStored(deps, connection.id, ({ connection: current }) =>
    current.status === "revoked" || (isNew && !isAwaitingSignIn(current))
      ? undefined
      : {
          set: {
            ...CLEARED_ON_SIGN_IN,
            ...changes,
            status: "active",
            method: method.id,
            fields,
            server,
            context,
          },
          encryptedSecrets: encrypted,
          ...(hasToolList && { newToolList: { due: deps.now() + TOOL_LIST_DELAY_MILLISECONDS } }),
          entry: createActorEntry(
            deps.now(),
            by,
            connectionChange("connection.connected", current),
          ),
        },
  );
  if (saved?.encryptedSecrets !== encrypted) return undefined;
  if (hasToolList) await deps.listTools(connection.id);
  return withDefault(deps, saved, by);
}
