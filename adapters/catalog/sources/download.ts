import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { createOutbound } from "../../outbound/create-outbound.ts";
import { npmPack } from "./npm-pack.ts";
import type { PackageSource } from "./sources.ts";
import { type TarFile, tarFiles } from "./tar.ts";

/** The default registry. `npm_config_registry` overrides it. */
const REGISTRY = "https://registry.npmjs.org";

const MAX_BYTES = 200 * 1024 * 1024;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 600_000;

interface DownloadOptions {
  /** The folder that caches tarballs between builds. */
  readonly folder: string;
  readonly registry?: string | undefined;
  readonly log?: ((message: string) => void) | undefined;
  /** Receives the downloaded bytes and their total, which is 0 while it is unknown. */
  readonly progress?: ((bytes: number, total: number) => void) | undefined;
}

/**
 * Returns the path of a tarball, downloading it unless it is cached. Rejects if that fails or the
 * checksum differs.
 */
export async function downloadTarball(
  source: Pick<PackageSource, "name" | "version" | "integrity" | "url">,
  options: DownloadOptions,
): Promise<string> {
  const file = join(options.folder, `${source.name.replaceAll("/", "-")}-${source.version}.tgz`);
  if ((await stat(file).catch(() => undefined))?.isFile()) {
    if ((await computeIntegrity(file)) === source.integrity) return file;
    await rm(file);
  }
  await mkdir(options.folder, { recursive: true });
  options.log?.(`Downloading ${source.name} ${source.version}`);
  const partialFile = `${file}.part`;
  try {
    await fetchToFile(source.url ?? tarballUrl(source, options.registry), partialFile, options);
  } catch (cause) {
    // npm may have settings that this process lacks, such as a proxy, certificates or credentials.
    if (source.url !== undefined || !(await downloadWithNpm(source, partialFile, options)))
      throw new Error(
        `Downloading ${source.name} ${source.version} failed: ${(cause as Error).message}`,
        { cause },
      );
  }
  const integrity = await computeIntegrity(partialFile);
  if (integrity !== source.integrity) {
    await rm(partialFile);
    throw new Error(
      `The download of ${source.name} ${source.version} has the wrong checksum: expected ${source.integrity}, got ${integrity}.`,
    );
  }
  await rename(partialFile, file);
  return file;
}

/** Returns the URL of a package version's tarball. */
function tarballUrl(
  { name, version }: Pick<PackageSource, "name" | "version">,
  registry = REGISTRY,
): string {
  return `${registry.replace(/\/+$/, "")}/${name}/-/${name.slice(name.indexOf("/") + 1)}-${version}.tgz`;
}

/** Downloads a package with npm. Resolves with false if npm fails too. */
async function downloadWithNpm(
  { name, version }: Pick<PackageSource, "name" | "version">,
  file: string,
  { folder, registry }: DownloadOptions,
): Promise<boolean> {
  const tempFolder = await mkdtemp(join(folder, "npm-"));
  try {
    await rename(
      await npmPack(`${name}@${version}`, tempFolder, { registry, timeoutMs: TIMEOUT_MS }),
      file,
    );
    return true;
  } catch {
    return false;
  } finally {
    await rm(tempFolder, { recursive: true, force: true });
  }
}

async function fetchToFile(
  url: string,
  file: string,
  { progress }: DownloadOptions,
): Promise<void> {
  // A private registry may be on a private address. The operator chose it, so that is safe.
  const client = createOutbound({ allowedOrigins: [new URL(url).origin] });
  try {
    const response = await client.fetch(url, {
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    if (response.status !== 200) {
      await response.body.cancel();
      throw new Error(`the server returned status ${response.status}`);
    }
    const total = Number(response.headers.get("content-length") ?? 0);
    let bytes = 0;
    await pipeline(
      Readable.fromWeb(response.body as NodeReadableStream),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          progress?.(bytes, total);
          yield chunk;
        }
      },
      createWriteStream(file),
    );
  } catch (cause) {
    await rm(file, { force: true });
    throw cause;
  } finally {
    client.close();
  }
}

async function computeIntegrity(file: string): Promise<string> {
  const hash = createHash("sha512");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return `sha512-${hash.digest("base64")}`;
}

/** Reads the documents in a tarball, with their paths in the package as names. */
export async function* readDocuments(
  tarball: string,
  source: Pick<PackageSource, "files">,
): AsyncGenerator<TarFile> {
  const relativePath = (name: string) => name.slice(name.indexOf("/") + 1);
  const unpacked = createReadStream(tarball, { highWaterMark: 1 << 20 }).pipe(
    createGunzip({ chunkSize: 1 << 20 }),
  );
  for await (const { name, content } of tarFiles(
    unpacked,
    (name, size) => size <= MAX_FILE_BYTES && source.files.test(relativePath(name)),
  ))
    yield { name: relativePath(name), content };
}
