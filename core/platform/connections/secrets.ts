import type { AuthMethod } from "../../ports/apps.ts";
import type { Connection, KeptConnection } from "../../ports/connections.ts";
import type { Connected } from "../domain/connected.ts";
import type { Safe } from "./safe.ts";

/** The OAuth client that a connection was made with. */
export interface ClientUsed {
  readonly id: string;
  readonly secret?: string | undefined;
  readonly auth: "basic" | "body";
  /** Whose it is: the person entered it, the operator gave it, it registered by itself. */
  readonly from: "entered" | "operator" | "registered";
}

/** All that is secret in a connection. */
export interface Secrets {
  /** What requests are sent with. */
  readonly values: Readonly<Record<string, string>>;
  readonly refreshToken?: string | undefined;
  readonly client?: ClientUsed | undefined;
}

const contextOf = (id: string) => ({ id, field: "secrets" });

/** Seals a connection's secrets: for it alone. */
export const sealSecrets = (safe: Safe, { id, account }: Pick<Connection, "id" | "account">, secrets: Secrets): Promise<string> => safe.seal(account, JSON.stringify(secrets), contextOf(id));

/** Opens them; throws the `Problem` "secret_unreadable". None where there are none. */
export async function openSecrets(safe: Safe, { connection: { id, account }, sealed }: KeptConnection): Promise<Secrets | undefined> {
  return sealed === undefined ? undefined : (JSON.parse(await safe.open(account, sealed, contextOf(id))) as Secrets);
}

/** A connection opened for sending. The OAuth client's id is among it where requests carry that too, as Twitch's do. */
export const connectedOf = ({ id, fields, scopes }: Connection, method: AuthMethod, { values, client }: Secrets): Connected => ({
  id,
  method,
  fields,
  secrets: client && method.placements?.["client_id"] ? { client_id: client.id, ...values } : values,
  ...(scopes && { scopes }),
});
