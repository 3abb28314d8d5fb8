import type { TokenError } from "../../lib/oauth/index.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import { readOperatorClient } from "./flow/operator-clients.ts";
import type { ConnectionClient } from "./secrets.ts";
import { isoTime } from "./stored-connection.ts";

const MAX_MESSAGE_LENGTH = 300;

/**
 * Stores whether a server accepts the operator's OAuth client, after the client was used. `refused`
 * is the server's error, if there was one. Only errors about the client count. Failures to store are
 * reported, and don't affect the request.
 */
export async function recordClientUse(
  deps: Pick<ConnectionDeps, "store" | "vault" | "now" | "onError">,
  {
    keys,
    app,
    client,
  }: {
    /** The storage keys that the client may have. */
    readonly keys: readonly string[];
    /** The slug of the app. */
    readonly app: string;
    readonly client: ConnectionClient;
  },
  refused?: TokenError,
): Promise<void> {
  if (client.from !== "operator" || (refused && refused.kind !== "client")) return;
  const { store, now, onError } = deps;
  const failure = refused && {
    message: formatError(refused, client.secret),
    app,
    at: isoTime(now()),
  };
  try {
    for (const key of keys) {
      const encrypted = await store.findClient(key);
      if (encrypted === undefined) continue;
      const { id, secret } = (await readOperatorClient(deps, key)) ?? {};
      if (id === client.id && secret === client.secret)
        return await store.recordClientFailure(key, encrypted, failure);
    }
  } catch (error) {
    onError(error);
  }
}

/**
 * Formats an error of a token endpoint: its code, and its description if there is one. Removes the
 * secret, which a server may repeat.
 */
export function formatError(
  { error, description }: TokenError,
  secret: string | undefined,
): string {
  const text = `${error}${description && `: ${description}`}`;
  return (secret ? text.replaceAll(secret, "[hidden]") : text).slice(0, MAX_MESSAGE_LENGTH);
}
