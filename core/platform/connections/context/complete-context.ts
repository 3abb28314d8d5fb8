import { Problem } from "../../../http/problem.ts";
import { contextOf } from "../../../lib/openapi-tools/call/index.ts";
import type { DecryptedConnection } from "../../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord } from "../../../lib/openapi-tools/index.ts";
import type { Connection, ConnectionContext } from "../../../ports/stores/connection-store.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { decryptSecrets, encryptSecrets } from "../secrets.ts";
import { updateStored } from "../stored-connection.ts";
import { keepsChoice } from "./context-values.ts";
import { type FoundContext, isSignInSource, lookUpContext } from "./look-up-context.ts";

/** Exceeds the time that encrypting and storing takes. */
const LEASE_MILLISECONDS = 15_000;

/**
 * Looks up the context of an active connection and stores it, unless its secrets have changed since
 * they were decrypted from `encryptedSecrets`.
 */
type ContextLookup = (
  app: AppRecord,
  connected: DecryptedConnection,
  encryptedSecrets: string | undefined,
) => Promise<FoundContext>;

/** Creates the function that looks up contexts. Concurrent calls send the requests once. */
export function createContextLookup(
  deps: Pick<ConnectionDeps, "fetch" | "store" | "vault" | "now" | "onError">,
): ContextLookup {
  const inFlight = new Map<string, Promise<FoundContext>>();

  const lookUp: ContextLookup = async (record, connected, encryptedSecrets) => {
    const previous = (await deps.store.find(connected.id))?.connection.context;
    const found = await lookUpContext(deps, {
      record,
      connected,
      entries: contextOf(record, connected.method.id).filter(({ from }) => !isSignInSource(from)),
      previous,
    });
    // A run has the values in any case. The next one looks them up again.
    await storeContext(deps, connected.id, found.context, encryptedSecrets).catch(deps.onError);
    return { ...found, context: mergeContext(previous, found.context) };
  };

  return (record, connected, encryptedSecrets) => {
    // A new sign-in never gets what an earlier user of the connection sees.
    const key = `${connected.id} ${encryptedSecrets}`;
    const pending = inFlight.get(key);
    if (pending) return pending;
    const started = lookUp(record, connected, encryptedSecrets).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}

/**
 * Stores a context with the secrets, which are encrypted for it. Stores nothing if the secrets aren't
 * those that it was looked up with, or while a refresh changes them: the user may have signed in as
 * somebody else.
 */
async function storeContext(
  deps: Pick<ConnectionDeps, "store" | "vault" | "now" | "onError">,
  id: string,
  found: NonNullable<Connection["context"]>,
  lookedUpWith: string | undefined,
): Promise<void> {
  const { store, vault, now } = deps;
  const holder = crypto.randomUUID();
  const leased = await store.lease(id, {
    holder,
    now: now(),
    until: now() + LEASE_MILLISECONDS,
  });
  if (!leased) return;
  try {
    const { connection, encryptedSecrets } = leased;
    if (encryptedSecrets !== lookedUpWith) return;
    const secrets = await decryptSecrets(vault, leased);
    if (!secrets || connection.status !== "active") return;
    const context = mergeContext(connection.context, found);
    if (JSON.stringify(context) === JSON.stringify(connection.context)) return;
    const encrypted = await encryptSecrets(vault, { ...connection, context }, secrets);
    await updateStored(deps, id, (current) =>
      current.encryptedSecrets !== encryptedSecrets || current.connection.status !== "active"
        ? undefined
        : {
            // A choice may have been made in the meantime.
            set: { context: mergeContext(current.connection.context, found) },
            encryptedSecrets: encrypted,
          },
    );
  } finally {
    await store.release(id, holder).catch(deps.onError);
  }
}

/** Replaces the entries of a context, except by failures. Keeps choices that are still listed. */
function mergeContext(
  previous: Connection["context"] = {},
  found: NonNullable<Connection["context"]>,
): NonNullable<Connection["context"]> {
  const merge = (name: string, entry: ConnectionContext): ConnectionContext => {
    const before = previous[name];
    if (entry.failure !== undefined && before && before.choices.length > 0) return before;
    const { chosen: _, ...rest } = entry;
    return keepsChoice(entry, before?.chosen) ? { ...rest, chosen: before?.chosen } : rest;
  };
  return {
    ...previous,
    ...Object.fromEntries(Object.entries(found).map(([name, entry]) => [name, merge(name, entry)])),
  };
}

/** The `Problem` for a lookup that takes longer than a run. */
export const lookupTimeoutProblem = ({ name }: AppRecord, { id }: DecryptedConnection): Problem =>
  new Problem(
    "provider_unavailable",
    `${name} did not return in time what connection "${id}" belongs to.`,
    { hint: "Try again in a few minutes." },
  );

/** The `Problem` for a value of the context that the app doesn't return. */
export function incompleteProblem(
  record: AppRecord,
  { id, method }: DecryptedConnection,
  missing: string,
  { context, mayPass }: FoundContext,
): Problem {
  const entry = contextOf(record, method.id).find(({ values }) => Object.hasOwn(values, missing));
  const what = (entry?.label ?? missing).toLowerCase();
  const failure = entry && context[entry.name]?.failure;
  const reconnect = `POST /api/v1/connections/${id}/reconnect`;
  if (failure !== undefined && mayPass)
    return new Problem(
      "provider_unavailable",
      `${record.name} did not return the ${what} of connection "${id}". ${failure}`,
      { hint: "Try again in a few minutes." },
    );
  return new Problem(
    "connection_incomplete",
    failure === undefined
      ? `${record.name} lists no ${what} for connection "${id}".`
      : `${record.name} did not return the ${what} of connection "${id}". ${failure}`,
    {
      hint:
        failure === undefined
          ? `Sign in with an account that has one: ${reconnect}.`
          : `Grant access to it when you sign in again: ${reconnect}.`,
    },
  );
}
