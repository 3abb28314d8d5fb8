import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { npmPack } from "../../adapters/catalog/sources/npm-pack.ts";
import type { PagePackage } from "./packages.ts";

const BLOCK = 512;

/** Yields the regular files of a tar archive whose names satisfy `isWanted`, in archive order. */
export function* readTarFiles(
  tar: Buffer,
  isWanted: (name: string) => boolean,
): Generator<{ name: string; content: Buffer }> {
  let longName: string | undefined;
  for (let index = 0; index + BLOCK <= tar.length && tar[index] !== 0; ) {
    const header = tar.subarray(index, index + BLOCK);
    const size = Number.parseInt(readText(header, 124, 12), 8) || 0;
    const content = tar.subarray(index + BLOCK, index + BLOCK + size);
    const kind = String.fromCharCode(header[156]!);
    index += BLOCK + Math.ceil(size / BLOCK) * BLOCK;

    // A long name precedes its file, as a separate entry (GNU) or in a pax record.
    if (kind === "L") longName = readText(content, 0, size);
    else if (kind === "x") longName = /(?:^|\n)\d+ path=([^\n]*)/.exec(content.toString())?.[1];
    else if (kind === "0" || kind === "\0") {
      const prefix = readText(header, 345, 155);
      const name =
        longName ??
        (prefix && header.toString("latin1", 257, 263) === "ustar\0" ? `${prefix}/` : "") +
          readText(header, 0, 100);
      longName = undefined;
      if (isWanted(name)) yield { name, content };
    } else longName = undefined;
  }
}

function readText(bytes: Buffer, from: number, length: number): string {
  const field = bytes.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? length : end);
}

const run = promisify(execFile);

/** Stores packages between runs. Git ignores this folder and `npm ci` deletes it. */
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/pages/", import.meta.url));

/**
 * Returns a package's files as a tar archive, from the cache or its registry. Throws if the
 * download fails or the integrity differs.
 */
export async function fetchArchive(pack: PagePackage): Promise<Buffer> {
  const file = `${CACHE}${pack.registry}-${pack.name}-${pack.version.replace(/[^\w.+~-]/g, "_")}`;
  if (!existsSync(file)) await download(pack, file);
  const bytes = await readFile(file);
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (integrity !== pack.integrity) {
    await rm(file);
    throw new Error(`Unexpected integrity of ${pack.name} ${pack.version}: "${integrity}"`);
  }
  if (pack.registry === "npm") return gunzipSync(bytes);
  const { stdout } = await run("dpkg-deb", ["--fsys-tarfile", file], {
    encoding: "buffer",
    maxBuffer: 1 << 30,
    timeout: 60_000,
  });
  return stdout;
}

/** Registries that timed out. Later downloads from them fail at once. */
const unresponsiveRegistries = new Set<PagePackage["registry"]>();

async function download({ registry, name, version }: PagePackage, file: string): Promise<void> {
  if (unresponsiveRegistries.has(registry))
    throw new Error(`${name} ${version} could not be downloaded: registry "${registry}" timed out`);
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(`${CACHE}download-`);
  try {
    await rename(
      registry === "npm"
        ? await npmPack(`${name}@${version}`, folder, { timeoutMs: 60_000 })
        : await downloadWithApt(`${name}=${version}`, folder),
      file,
    );
  } catch (error) {
    if ((error as { killed?: boolean }).killed) unresponsiveRegistries.add(registry);
    throw new Error(
      `${name} ${version} could not be downloaded: ${errorReason(error as Error & { stderr?: string })}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function downloadWithApt(expected: string, folder: string): Promise<string> {
  await run("apt-get", ["download", expected], { cwd: folder, timeout: 60_000 });
  const [downloaded] = await readdir(folder);
  if (downloaded === undefined) throw new Error("apt-get wrote no file");
  return `${folder}/${downloaded}`;
}

/** The line of an npm or apt error message that states the cause, up to 200 characters. */
function errorReason({ stderr, message }: Error & { stderr?: string }): string {
  const lines = (stderr || message).trim().split("\n");
  return (lines.find((line) => /^(?:npm error|E:)/.test(line)) ?? lines.at(-1)!).slice(0, 200);
}

/** A documentation page. */
export interface DocumentationPage {
  readonly package: PagePackage;
  /** The assumed URL of the page. */
  readonly url: string;
  readonly html: string;
}

/** Reads the pages of a package, sorted by name. Throws if the package isn't available. */
export async function readPages(pack: PagePackage): Promise<DocumentationPage[]> {
  const archive = await fetchArchive(pack);
  const files = [...readTarFiles(archive, (name) => pack.files.test(name))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return files
    .filter((_, index) => index % (pack.sampleEvery ?? 1) === 0)
    .map(({ name, content }) => ({
      package: pack,
      url: new URL(name, "https://docs.example/").href,
      html: new TextDecoder().decode(content),
    }));
}
