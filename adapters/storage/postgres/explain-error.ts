import { formatDatabaseName } from "./url.ts";

interface DatabaseError {
  /** The error code of PostgreSQL, Node or the TLS library. */
  readonly code?: unknown;
  readonly message?: string;
}

/**
 * Explains to the operator why Jackfield can't use a PostgreSQL database. Never contains the
 * password.
 */
export function explainDatabaseError(error: unknown, url: URL): string {
  const { code, message = "" } = error as DatabaseError;
  const name = formatDatabaseName(url);
  const database = `Database ${name}`;
  const user = url.username ? `user "${decodeURIComponent(url.username)}"` : "the default user";
  if (/no password|password must be a string/.test(message))
    return `${database} requires a password for ${user}. Add it to DATABASE_URL.`;
  if (code === "28P01")
    return `${database} rejected the password of ${user}. Correct it in DATABASE_URL.`;
  if (code === "28000")
    return `${database} rejected ${user}: ${message}. Check DATABASE_URL and the access rules of the server.`;
  if (code === "3D000")
    return `${database} doesn't exist. Create it with createdb, or set DATABASE_URL to another database.`;
  if (code === "42501" && message.startsWith("permission denied for database"))
    return `${database} denied access to ${user}: ${message}. Grant the user permission to create schemas in it.`;
  if (code === "42501")
    return `${database} denied access to ${user}: ${message}. Grant the user permission to create tables in its schema.`;
  if (code === "42P07")
    return `${database} contains another program's tables (${message}). Use a separate database, or add ?options=-csearch_path%3Dname to DATABASE_URL to use a separate schema.`;
  if (code === "3F000")
    return `${database} has no schema for new tables: ${message}. Create the schema first.`;
  if (code === "25006") return `${database} is read-only. Set DATABASE_URL to the writable server.`;
  if (code === "53300")
    return `${database} has no free connections. Raise max_connections, or close other connections.`;
  if (code === "53100") return `${database} is out of disk space. Free some space.`;
  if (code === "57P03") return `${database} is starting or stopping: ${message}. Try again later.`;
  if (code === "ENOENT") return `Can't use database ${name}: ${message}. Check DATABASE_URL.`;
  if (/does not support SSL/.test(message))
    return `${database} doesn't support TLS. If the network to it is trusted, remove sslmode from DATABASE_URL.`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `${database} has a certificate for another host name (${message}). Use that name in DATABASE_URL.`;
  if (/CERT|SIGNATURE|_TLS_|SSL/.test(String(code)))
    return `${database} has an untrusted certificate (${message}). Add sslrootcert=file to DATABASE_URL, or set sslmode=require to skip verification.`;
  if (typeof code === "string" && /^[\dA-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code))
    return `${database} returned error ${code}: ${message}.`;
  return `Can't connect to database ${name}: ${message || code}.`;
}
