import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { parseJson } from "../../../core/lib/kit/json/parse-json.ts";
import { StartupError } from "../../runtime/startup-error.ts";
import { migrations } from "../migrations/index.ts";
import type { Value } from "../sql.ts";
import { BACKUP_TABLES, JOBS_SECTION } from "./tables.ts";

/*
 * A backup is gzip-compressed JSON Lines: a header, then for each table a line with its columns and
 * a line for each row, and a last line with the number of rows.
 */
const FORMAT = "jackfield-backup";

/** Increases when an earlier version of Jackfield can't read the format. */
const FORMAT_VERSION = 1;
/** No row of a database is longer. JavaScript has no texts of more than 512 MiB. */
const MAX_LINE_LENGTH = 256 * 1024 * 1024;

/** Lines are written in pieces of about this many characters. */
const CHUNK_LENGTH = 64 * 1024;

const HEADER = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(1),
  schema: z.int().min(1),
  /** The version of Jackfield. */
  jackfield: z.string(),
  created: z.iso.datetime(),
});

/** The first line of a backup. `schema` is the number of the last migration of the database. */
export type BackupHeader = Omit<z.infer<typeof HEADER>, "format" | "version">;

const SECTION = z.object({
  table: z.enum([...BACKUP_TABLES, JOBS_SECTION]),
  columns: z.array(z.string().regex(/^[a-z_]+$/)).min(1),
});

/** The beginning of a table or of the jobs. The rows that follow have a value for each column. */
export type BackupSection = z.infer<typeof SECTION>;

const END = z.object({ end: z.literal(true), rows: z.int() });

/** A part of a backup: the beginning of a section, or a row of it. */
export type BackupPart = BackupSection | readonly Value[];

export const isRow = (part: BackupPart): part is readonly Value[] => Array.isArray(part);

/** Writes a file that must not exist, readable by this user only. */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  parts: AsyncIterable<BackupPart>,
): Promise<void> {
  await pipeline(
    Readable.from(writeChunks(header, parts)),
    createGzip(),
    createWriteStream(file, { flags: "wx", mode: 0o600, flush: true }),
  );
}

async function* writeChunks(header: BackupHeader, parts: AsyncIterable<BackupPart>) {
  let chunk = toLine({ format: FORMAT, version: FORMAT_VERSION, ...header });
  let rows = 0;
  for await (const part of parts) {
    if (isRow(part)) rows++;
    chunk += toLine(part);
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk + toLine({ end: true, rows });
}

const toLine = (value: unknown) => `${JSON.stringify(value)}\n`;

/** A backup that is being read. */
interface OpenedBackup {
  readonly header: BackupHeader;
  /** Can be read once. Rejects if the file is damaged, at the latest after the last part. */
  readonly parts: AsyncIterable<BackupPart>;
}

/** Opens a backup. Rejects with an error for the operator if this version can't read it. */
export async function openBackupFile(file: string): Promise<OpenedBackup> {
  const lines = readLines(file);
  const first = await lines.next();
  return { header: parseHeader(file, first.value ?? ""), parts: readParts(file, lines) };
}

function parseHeader(file: string, line: string): BackupHeader {
  const start = z
    .object({ format: z.literal(FORMAT), version: z.number() })
    .safeParse(parseJson(line));
  if (!start.success) throw new StartupError(`${file} is not a backup of Jackfield.`);
  const { version } = start.data;
  if (version > FORMAT_VERSION)
    throw new StartupError(
      `A newer version of Jackfield wrote ${file} in format ${version}, but this version reads format ${FORMAT_VERSION}. Restore it with the newer version.`,
    );
  const header = HEADER.safeParse(parseJson(line));
  if (!header.success) throw createDamageError(file);
  const { schema } = header.data;
  if (schema > migrations.length)
    throw new StartupError(
      `A newer version of Jackfield wrote ${file} from a database of schema ${schema}, but this version supports ${migrations.length}. Restore it with the newer version.`,
    );
  return header.data;
}

async function* readParts(
  file: string,
  lines: AsyncIterable<string>,
): AsyncGenerator<BackupPart, void> {
  let columns = -1;
  let rows = 0;
  let isEnded = false;
  for await (const line of lines) {
    const value = parseJson(line);
    if (isEnded) throw createDamageError(file);
    if (Array.isArray(value)) {
      if (value.length !== columns || !value.every(isValue)) throw createDamageError(file);
      rows++;
      yield value;
      continue;
    }
    const end = END.safeParse(value);
    if (end.success) {
      if (end.data.rows !== rows) throw createDamageError(file);
      isEnded = true;
      continue;
    }
    const section = SECTION.safeParse(value);
    if (!section.success) throw createDamageError(file);
    columns = section.data.columns.length;
    yield section.data;
  }
  if (!isEnded) throw createDamageError(file);
}

const isValue = (value: unknown): value is Value =>
  value === null || typeof value === "string" || Number.isSafeInteger(value);

const createDamageError = (file: string) =>
  new StartupError(`${file} is damaged or incomplete. Use another backup.`);

async function* readLines(file: string): AsyncGenerator<string, void> {
  const input = createReadStream(file);
  const gunzip = createGunzip();
  input.on("error", (error) => gunzip.destroy(error));
  input.pipe(gunzip);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  // Pieces of a line that isn't complete.
  let pieces: string[] = [];
  let length = 0;
  try {
    for await (const chunk of gunzip) {
      const [first = "", ...others] = decoder
        .decode(chunk as Uint8Array, { stream: true })
        .split("\n");
      pieces.push(first);
      length += first.length;
      if (length > MAX_LINE_LENGTH) throw createDamageError(file);
      for (const other of others) {
        yield pieces.join("");
        pieces = [other];
        length = other.length;
      }
    }
    if (pieces.join("") + decoder.decode() !== "") throw createDamageError(file);
  } catch (error) {
    throw explainReadError(error, file);
  } finally {
    input.destroy();
  }
}

function explainReadError(error: unknown, file: string): unknown {
  const { code, message } = error as { code?: unknown; message?: string };
  if (code === "ENOENT") return new StartupError(`${file} doesn't exist.`, { cause: error });
  if (code === "EACCES" || code === "EPERM" || code === "EISDIR")
    return new StartupError(`This user can't read ${file}.`, { cause: error });
  if (/incorrect header check/.test(String(message)))
    return new StartupError(`${file} is not a backup of Jackfield.`, { cause: error });
  if (String(code).startsWith("Z_") || code === "ERR_ENCODING_INVALID_ENCODED_DATA")
    return new StartupError(createDamageError(file).message, { cause: error });
  return error;
}
