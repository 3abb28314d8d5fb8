import { contextOf } from "../../../lib/openapi-tools/call/index.ts";
import type { FormValues } from "../../../lib/openapi-tools/credentials/index.ts";
import type { AuthMethod } from "../../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import type { ResolvedApp } from "../resolved-app.ts";
import { type ConnectionSecrets, toConnected } from "../secrets.ts";
import { type FoundContext, lookUpContext, type SignInSources } from "./look-up-context.ts";

/** Looks up the context of a new sign-in. `undefined` if the app has none for this method. */
export async function findContext(
  deps: ConnectionDeps,
  { connection }: StoredConnection,
  {
    app: { record },
    method,
    fields,
    secrets,
    sources,
  }: {
    readonly app: ResolvedApp;
    readonly method: AuthMethod;
    readonly fields: FormValues;
    readonly secrets: ConnectionSecrets;
    readonly sources: SignInSources;
  },
): Promise<FoundContext | undefined> {
  const entries = contextOf(record, method.id);
  if (entries.length === 0) return undefined;
  return lookUpContext(deps, {
    record,
    connected: toConnected({ ...connection, fields, context: undefined }, method, secrets),
    entries,
    sources,
    previous: connection.context,
  });
}
