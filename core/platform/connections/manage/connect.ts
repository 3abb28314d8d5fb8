import { createTurns } from "../../../lib/kit/flow/turns.ts";
import type { Connection } from "../../../ports/stores/connection-store.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { otherUserProblem } from "../connection-problems.ts";
import type { ConnectionService } from "../connection-service.ts";
import {
  requireAllowedReturnUrl,
  requireOfferedMethod,
  requireSpelledScopes,
  requireValidScopes,
} from "../flow/link-options.ts";
import {
  addPendingConnection,
  isoTime,
  isUnfinished,
  newConnectionId,
  unusedLabel,
  updateStored,
} from "../stored-connection.ts";
import { createLinkOnce } from "./create-link-once.ts";

/**
 * Creates the function that creates connect links. Calls for the same account, end user, app and
 * method share one pending connection until a user finishes.
 */
export function createConnect(deps: ConnectionDeps): ConnectionService["connect"] {
  const { store } = deps;
  const inTurn = createTurns();

  return async (actor, record, options) => {
    const { account } = actor;
    const { method, returnUrl, idempotencyKey, ...rest } = options;
    if (actor.user !== undefined && options.user !== undefined && options.user !== actor.user)
      throw otherUserProblem(actor, options.user);
    requireAllowedReturnUrl(deps, options);
    const { isOwn } = await deps.resolveApp(account, record.slug);
    await requireOfferedMethod(deps, { record, isOwn }, account, method);
    requireValidScopes(options.scopes);
    requireSpelledScopes(record.methods, options.scopes);
    const app = record.slug;
    const user = actor.user ?? options.user;
    const asked = options.scopes && [...options.scopes];
    const createLink = (connection: string) =>
      deps.links.create({
        account,
        user,
        app,
        connection,
        isNew: true,
        method,
        returnUrl,
        key: actor.id,
      });

    const renew = async ({ id }: Connection) => {
      const link = await createLink(id);
      const stored = await updateStored(deps, id, ({ connection }) =>
        isUnfinished(connection)
          ? {
              set: {
                status: "pending",
                reason: undefined,
                due: link.expires,
                asked,
                ...(options.label !== undefined && { label: options.label }),
              },
            }
          : undefined,
      );
      return stored?.connection.status === "pending"
        ? { url: link.url, expires: isoTime(link.expires), stored }
        : undefined;
    };

    const findOrCreate = async () => {
      const all = await store.list(account, { user: user ?? null, app });
      const reusable = all.find(
        ({ connection }) => isUnfinished(connection) && connection.method === method,
      );
      const renewed = reusable && (await renew(reusable.connection));
      if (renewed) return renewed;
      const id = newConnectionId();
      const link = await createLink(id);
      const label = options.label ?? unusedLabel(record.name, all);
      const connection = await addPendingConnection(
        deps,
        { id, account, user, app, label, asked, method },
        { expires: link.expires, by: actor },
      );
      return {
        url: link.url,
        expires: isoTime(link.expires),
        stored: { connection, isDefault: false },
      };
    };

    const inputs = { app, method, returnUrl, ...rest };
    return createLinkOnce(deps, actor, { operation: "connect", idempotencyKey, inputs }, () =>
      // One after the other, so that simultaneous calls share a connection, too.
      inTurn(JSON.stringify([account, user, app, method]), findOrCreate),
    );
  };
}
