import { formatDatabaseName } from "./database-url.ts";

interface StorageFailure {
  /** Node's, PostgreSQL's or the TLS library's. */
  readonly code?: unknown;
  readonly errcode?: number;
  readonly name?: string;
  readonly message?: string;
}

/** Why a folder can't hold what is to be kept, for whoever starts the service. */
export function explainFolderError(error: unknown, folder: string): string {
  const { code, name, message } = error as StorageFailure;
  if (name === "NotCapable") return `Deno may not write to ${folder}: start it with --allow-write.`;
  if (code === "EACCES" || code === "EPERM")
    return `${folder} can't be written by this user: give it the right to, or set DATA_DIR to another folder.`;
  if (code === "EROFS")
    return `${folder} is on a disk that can only be read: set DATA_DIR to another folder.`;
  if (code === "ENOSPC" || code === "EDQUOT") return `The disk of ${folder} is full.`;
  if (code === "EEXIST" || code === "ENOTDIR")
    return `${folder} can't be made: something on its path is a file. Set DATA_DIR to another folder.`;
  return `${folder} can't be made: ${message}. Set DATA_DIR to another folder.`;
}

/** Why SQLite does not open its file, for whoever starts the service. */
export function explainFileError(error: unknown, file: string): string {
  const { errcode, message = "" } = error as StorageFailure;
  // Deno leaves out the number of some errors: their words are SQLite's, too.
  const matches = (number: number, pattern: RegExp) =>
    errcode === undefined ? pattern.test(message) : (errcode & 0xff) === number;
  if (matches(26, /not a database/))
    return `${file} is no database of Jackfield's: move it away, or set DATA_DIR to another folder.`;
  if (matches(11, /malformed/))
    return `${file} is damaged: put a copy of it back, or move it away together with its -wal and -shm files to start with nothing.`;
  if (matches(13, /disk is full/)) return `The disk of ${file} is full.`;
  if (matches(5, /locked/))
    return `${file} has been held by another program for five seconds: end that one.`;
  if (matches(8, /readonly/))
    return `${file} can't be written by this user: give it the right to, or set DATA_DIR to another folder.`;
  if (matches(14, /unable to open/))
    return `${file} can't be opened by this user: give it the right to, or set DATA_DIR to another folder.`;
  if (/already exists/.test(message))
    return `${file} holds tables of another program (${message}): move it away, or set DATA_DIR to another folder.`;
  return `${file} can't be used: ${message}.`;
}

/** Why PostgreSQL does not let us in or gives us no tables, for whoever starts the service; never with the password. */
export function explainDatabaseError(error: unknown, url: URL): string {
  const { code, message = "" } = error as StorageFailure;
  const database = `The database ${formatDatabaseName(url)}`;
  const user = url.username
    ? `the user ${decodeURIComponent(url.username)}`
    : "a user that DATABASE_URL does not name";
  if (/no password|password must be a string/.test(message))
    return `${database} wants a password from ${user}: DATABASE_URL has none.`;
  if (code === "28P01") return `${database} refuses the password of ${user} in DATABASE_URL.`;
  if (code === "28000") return `${database} lets ${user} not in: ${message}.`;
  if (code === "3D000")
    return `${database} is not there: make it with createdb, or name another one in DATABASE_URL.`;
  if (code === "42501")
    return `${database} does not let ${user} do what is needed: ${message}. It needs the right to make tables in its schema.`;
  if (code === "42P07")
    return `${database} holds tables of another program (${message}): give Jackfield a database of its own, or a schema by adding ?options=-csearch_path%3Dname to DATABASE_URL.`;
  if (code === "3F000") return `${database} has no schema to make tables in: ${message}.`;
  if (code === "25006")
    return `${database} can only be read: DATABASE_URL must name the one that is written to.`;
  if (code === "53300") return `${database} has no connection left.`;
  if (code === "53100") return `${database} has a full disk.`;
  if (code === "57P03") return `${database} is starting or stopping: ${message}.`;
  if (code === "ENOENT") return `${database} can't be used: ${message}.`;
  if (/does not support SSL/.test(message))
    return `${database} speaks no TLS: leave sslmode out of DATABASE_URL if the way to it is safe.`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `${database} shows a certificate for another name (${message}): DATABASE_URL must call it by that name.`;
  if (/CERT|SIGNATURE|_TLS_|SSL/.test(String(code)))
    return `${database} shows a certificate that is not believed (${message}): add sslrootcert=file to DATABASE_URL, or sslmode=require not to ask who it is.`;
  if (typeof code === "string" && /^[\dA-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code))
    return `${database} answers ${code}: ${message}.`;
  return `${database} can't be reached: ${message || code}.`;
}
