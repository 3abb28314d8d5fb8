import { Problem } from "../../../http/problem.ts";
import type { AppRecord } from "../../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { Actor } from "../../auth/actor.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { ambiguousProblem, inactiveProblem, type LinkUrls } from "../connection-problems.ts";
import { isActive, usableByDefault } from "../default-connection.ts";

/**
 * Chooses the connection for a run: the requested one (by ID or label), the default, or the only
 * active one, also if the default no longer works. `undefined` if the app has no connection. Rejects with the `Problem`
 * "connection_not_found", "connection_ambiguous" or "connection_inactive".
 */
export async function chooseConnection(
  { store, origin }: Pick<ConnectionDeps, "store" | "origin">,
  { createReconnectUrl }: Pick<LinkUrls, "createReconnectUrl">,
  {
    actor,
    app,
    requested,
  }: {
    readonly actor: Actor;
    readonly app: AppRecord;
    readonly requested: string | undefined;
  },
): Promise<StoredConnection | undefined> {
  const inactive = async (stored: StoredConnection): Promise<Problem> =>
    inactiveProblem(app, stored, await createReconnectUrl(actor, stored));
  const byId = requested?.startsWith("conn_") ? await store.find(requested) : undefined;
  const isAccessible =
    byId &&
    byId.connection.account === actor.account &&
    byId.connection.app === app.slug &&
    (actor.user === undefined || byId.connection.user === actor.user);
  const all = isAccessible
    ? [byId]
    : await store.list(actor.account, {
        user:
          requested !== undefined && actor.user === undefined ? undefined : (actor.user ?? null),
        app: app.slug,
      });
  const candidates = all.filter(
    ({ connection: { status } }) =>
      status === "active" || status === "expired" || status === "disabled",
  );
  if (requested !== undefined) {
    const named = candidates.filter(
      ({ connection: { id, label } }) => id === requested || label === requested,
    );
    // An unfinished connection matches by ID only, because its label is often a duplicate.
    const match =
      named[0] ??
      all.find(({ connection: { id, status } }) => id === requested && status !== "revoked");
    if (!match)
      throw new Problem(
        "connection_not_found",
        `${app.name} has no connection "${requested.slice(0, 100)}".`,
        { hint: "List IDs and labels with GET /api/v1/connections (list_connections)." },
      );
    requireNotSeveral(app, named, origin);
    if (!isActive(match)) throw await inactive(match);
    return match;
  }
  const usable = usableByDefault(candidates);
  requireNotSeveral(app, usable, origin);
  const chosen = usable[0] ?? candidates.find(({ isDefault }) => isDefault) ?? candidates[0];
  if (chosen && !isActive(chosen)) throw await inactive(chosen);
  return chosen;
}

/** Throws the `Problem` "connection_ambiguous" for more than one connection. */
function requireNotSeveral(
  app: AppRecord,
  [first, second, ...others]: readonly StoredConnection[],
  origin: string,
): void {
  if (first && second) throw ambiguousProblem(app, [first, second, ...others], origin);
}
