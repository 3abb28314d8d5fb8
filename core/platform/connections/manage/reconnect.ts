import type { Actor } from "../../auth/actor.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { createLinkFor } from "../connection-problems.ts";
import type { CreatedLink, LinkOptions } from "../connection-service.ts";
import {
  requireAllowedReturnUrl,
  requireOfferedMethod,
  requireSpelledScopes,
  requireValidScopes,
} from "../flow/link-options.ts";
import { isoTime } from "../stored-connection.ts";
import { createLinkOnce } from "./create-link-once.ts";
import { findConnection, updateExisting } from "./find-connection.ts";

/** See `ConnectionService`. */
export async function reconnect(
  deps: ConnectionDeps,
  actor: Actor,
  id: string,
  options: LinkOptions,
): Promise<CreatedLink> {
  const stored = await findConnection(deps, actor, id);
  requireAllowedReturnUrl(deps, options);
  const app = await deps.resolveApp(actor.account, stored.connection.app);
  const method = options.method ?? stored.connection.method;
  await requireOfferedMethod(deps, app, actor.account, method);
  requireValidScopes(options.scopes);
  requireSpelledScopes(app.record.methods, options.scopes);
  const { idempotencyKey, ...linkOptions } = options;
  const { scopes } = linkOptions;
  const inputs = { id, ...linkOptions };
  return createLinkOnce(
    deps,
    actor,
    { operation: "reconnect", idempotencyKey, inputs },
    async () => {
      const updated = scopes
        ? await updateExisting(deps, id, () => ({ set: { asked: [...scopes] } }))
        : stored;
      const { url, expires } = await createLinkFor(deps, actor, updated, linkOptions);
      return { url, expires: isoTime(expires), stored: updated };
    },
  );
}
