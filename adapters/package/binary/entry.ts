/**
 * The entry point of the one-file program. Unpacks the program into a folder of the user at the
 * first start of a version, and runs it from there, because it reads files and starts threads by
 * their paths.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { unpackFolder } from "./archive.ts";

declare const Bun: { readonly embeddedFiles: readonly Blob[] };

const [file] = Bun.embeddedFiles;
if (!file) throw new Error("The program has no archive.");
const archive = new Uint8Array(await file.arrayBuffer());
const name = createHash("sha256").update(archive).digest("hex").slice(0, 16);

process.env["JACKFIELD_BINARY"] = process.execPath;
const folder = findProgram(name);
await import(pathToFileURL(join(folder, "adapters/start.js")).href);

/** Returns the folder of the unpacked program. */
function findProgram(version: string): string {
  try {
    const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "jackfield");
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    requirePrivate(cache);
    const target = join(cache, version);
    if (!existsSync(target)) unpackAt(target);
    return target;
  } catch {
    // Without a home, such as that of a service, each start unpacks into a folder of its own.
    const target = mkdtempSync(join(tmpdir(), "jackfield-"));
    process.once("exit", () => rmSync(target, { recursive: true, force: true }));
    unpackFolder(archive, target);
    return target;
  }
}

/** Throws if another user could have put a program into the folder. */
function requirePrivate(path: string): void {
  const { uid, mode } = statSync(path);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${path} belongs to another user, or others may write to it.`);
}

/** Unpacks beside the target and renames it, so that the target is complete if it exists. */
function unpackAt(target: string): void {
  const temporary = `${target}.${process.pid}`;
  unpackFolder(archive, temporary);
  try {
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(target)) throw error;
  }
}
