import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { registrableDomain } from "../../core/lib/kit/registrable-domain.ts";
import {
  type CompiledApp,
  compileApp,
  createSlug,
  inspectDocument,
  type RejectedApp,
  readMcpServer,
} from "../../core/lib/openapi-tools/compile/index.ts";
import type { AuthMethod } from "../../core/lib/openapi-tools/index.ts";
import { isOutboundFailure, type Outbound } from "../../core/ports/outbound.ts";
import { readRemoteServer } from "./mcp-server.ts";
import { parseDocument } from "./parse-document.ts";

const MAX_BYTES = 20 * 1024 * 1024;

export interface AddOptions {
  /** Fetches URLs. */
  readonly outbound: Outbound;
  /** The slug of the app; derived from the title by default. */
  readonly slug?: string | undefined;
}

/** A file or URL that can't be read. `message` explains why to the person who named it. */
export class UnreadableAppError extends Error {
  override readonly name = "UnreadableAppError";
}

/**
 * Reads an app from a file or URL: an OpenAPI or Swagger document in JSON or YAML, or a remote MCP
 * server. If a document declares no authentication, the app needs none, and its report notes that.
 * Rejects with an `UnreadableAppError`.
 */
export async function readAppFrom(
  location: string,
  { outbound, slug }: AddOptions,
): Promise<CompiledApp | RejectedApp> {
  const isUrl = /^https?:\/\//i.test(location);
  const text = isUrl ? await fetchText(location, outbound) : await readTextFile(location);
  const retrievedAt = new Date().toISOString();
  const document: unknown =
    typeof text === "string"
      ? captureError(() => parseDocument(text, isUrl ? location : basename(location)))
      : text;
  const isDocument =
    !(document instanceof Error) &&
    typeof document === "object" &&
    document !== null &&
    ("openapi" in document || "swagger" in document);
  if (isUrl && !isDocument) {
    const app = await readMcpApp(location, outbound, slug, retrievedAt);
    if (app) return app;
  }
  if (document instanceof Error)
    throw document instanceof UnreadableAppError
      ? document
      : new UnreadableAppError(`Can't read ${withoutQuery(location)}: ${document.message}`);
  const name =
    slug ??
    createSlug(
      inspectDocument(document)?.title ?? basename(location),
      basename(location).replace(/\.\w+$/, ""),
    );
  return compileApp(
    [
      {
        document,
        source: {
          origin: "added",
          document: isUrl ? withoutQuery(location) : basename(location),
          ...(documentVersion(document) && { version: documentVersion(document) }),
          retrievedAt,
        },
        ...(isUrl && { url: location }),
      },
    ],
    { slug: name, withoutSignIn: "open", isOwn: true },
  );
}

async function readTextFile(file: string): Promise<string> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats?.isFile()) throw new UnreadableAppError(`File ${file} doesn't exist.`);
  if (stats.size > MAX_BYTES)
    throw new UnreadableAppError(
      `${file} has ${(stats.size / 1e6).toFixed(0)} MB, but the limit is ${MAX_BYTES / 1024 / 1024} MiB.`,
    );
  return readFile(file, "utf8");
}

async function fetchText(url: string, outbound: Outbound): Promise<string | UnreadableAppError> {
  try {
    const response = await outbound.fetch(url, {
      maxBytes: MAX_BYTES,
      timeoutMs: 30_000,
      headers: { accept: "application/json, application/yaml, text/yaml, */*;q=0.5" },
    });
    if (response.status !== 200) {
      await response.body.cancel();
      return new UnreadableAppError(`${withoutQuery(url)} returned status ${response.status}.`);
    }
    if (/^text\/event-stream/i.test(response.headers.get("content-type") ?? "")) {
      await response.body.cancel();
      return new UnreadableAppError(`${withoutQuery(url)} returned an event stream.`);
    }
    return await response.text();
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    const failure = new UnreadableAppError(
      error.code === "too_large"
        ? `${withoutQuery(url)} exceeds the limit of ${MAX_BYTES / 1024 / 1024} MiB.`
        : error.message,
    );
    if (error.code === "bad_answer") return failure;
    throw failure;
  }
}

async function readMcpApp(
  url: string,
  outbound: Outbound,
  slug: string | undefined,
  retrievedAt: string,
): Promise<CompiledApp | undefined> {
  const server = await readRemoteServer(url, outbound).catch((error: unknown) => {
    if (isOutboundFailure(error)) return undefined;
    throw error;
  });
  if (!server) return undefined;
  const { hostname } = new URL(url);
  const vendor = registrableDomain(hostname);
  const name = server.title ?? server.name;
  const method: AuthMethod = server.needsSignIn
    ? { id: "mcp_oauth", type: "mcp_oauth", fields: [], from: "document" }
    : { id: "none", type: "none", fields: [], from: "document" };
  return readMcpServer(
    {
      slug: slug ?? createSlug(name, vendor.split(".")[0]!),
      name,
      description: (server.instructions ?? `The MCP server at ${hostname}.`).slice(0, 300),
      vendor,
      categories: [],
      verified: "unverified",
      methods: [method],
      base: url,
      baseFields: [],
      source: { origin: "added", document: withoutQuery(url), retrievedAt },
    },
    server.tools,
  );
}

/** Removes the query and credentials of a URL, because they may be secret. */
function withoutQuery(location: string): string {
  const url = URL.parse(location);
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}` : location;
}

const documentVersion = (document: unknown) => inspectDocument(document)?.version;

function captureError(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return error;
  }
}
