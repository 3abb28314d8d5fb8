import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { registrableDomain } from "../../../core/lib/kit/net/registrable-domain.ts";
import { textBefore } from "../../../core/lib/kit/text/text-before.ts";
import {
  type CompiledApp,
  compileApp,
  createSlug,
  inspectDocument,
  type RejectedApp,
  readMcpServer,
} from "../../../core/lib/openapi-tools/compile/index.ts";
import type { AuthMethod } from "../../../core/lib/openapi-tools/index.ts";
import type { UnreadableApp } from "../../../core/ports/app-reader.ts";
import { isOutboundFailure, type Outbound } from "../../../core/ports/outbound.ts";
import { parseDocument } from "../sources/parse-document.ts";
import { readRemoteServer } from "./mcp-server.ts";

const MAX_BYTES = 20 * 1024 * 1024;

/** The most tools of an added app, because all of them stay in memory. */
const MAX_TOOLS = 2_000;

/** The text of a document, and where it is from. */
export interface DocumentText {
  readonly text: string;
  /** The name of the file, or the URL. Absent for text without either. */
  readonly name?: string | undefined;
  /** The URL of the document, against which relative servers are resolved. */
  readonly url?: string | undefined;
  /** The slug of the app; derived from the title by default. */
  readonly slug?: string | undefined;
}

export interface AddOptions {
  /** Fetches URLs. */
  readonly outbound: Outbound;
  /** The slug of the app; derived from the title by default. */
  readonly slug?: string | undefined;
  /** Compiles documents. Default: `compileDocument`. */
  compile?(document: DocumentText): CompileResult | Promise<CompileResult>;
}

export type CompileResult = CompiledApp | RejectedApp | UnreadableApp;

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
  { outbound, slug, compile = compileDocument }: AddOptions,
): Promise<CompiledApp | RejectedApp> {
  const isUrl = /^https?:\/\//i.test(location);
  const text = isUrl ? await fetchText(location, outbound) : await readTextFile(location);
  const name = isUrl ? withoutQuery(location) : basename(location);
  const result =
    typeof text === "string"
      ? await compile({ text, name, slug, ...(isUrl && { url: location }) })
      : text;
  const isDocument =
    !(result instanceof Error) &&
    !("unreadable" in result) &&
    !("refused" in result && result.refused === "not_openapi");
  if (isDocument) return result;
  const server = isUrl ? await readMcpApp(location, outbound, slug) : undefined;
  if (server) return server;
  if (result instanceof Error) throw result;
  if ("unreadable" in result) throw new UnreadableAppError(result.unreadable);
  return result;
}

/** Compiles a document in JSON or YAML into an app. */
export function compileDocument({ text, name, url, slug }: DocumentText): CompileResult {
  let document: unknown;
  try {
    document = parseDocument(text, name ?? "The document");
  } catch (error) {
    return { unreadable: `Can't read ${name ?? "the document"}: ${(error as Error).message}` };
  }
  const { title, version } = inspectDocument(document) ?? {};
  const file = name === undefined ? "" : basename(name);
  const app = compileApp(
    [
      {
        document,
        source: {
          origin: "added",
          document: name ?? "pasted",
          ...(version !== undefined && { version }),
          retrievedAt: new Date().toISOString(),
        },
        ...(url !== undefined && { url }),
      },
    ],
    {
      slug: slug ?? createSlug(title ?? file, file.replace(/\.\w+$/, "") || "app"),
      withoutSignIn: "open",
      isOwn: true,
    },
  );
  return "refused" in app || app.tools.length <= MAX_TOOLS ? app : rejectTooManyTools(app);
}

const rejectTooManyTools = ({ tools, report }: CompiledApp): RejectedApp => ({
  refused: "left_out",
  why: `The document has ${tools.length} tools, but the limit is ${MAX_TOOLS}. Remove the paths that you don't need.`,
  report,
});

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
      slug: slug ?? createSlug(name, textBefore(vendor, ".")),
      name,
      description: (server.instructions ?? `The MCP server at ${hostname}.`).slice(0, 300),
      vendor,
      categories: [],
      verified: "unverified",
      methods: [method],
      base: url,
      baseFields: [],
      source: {
        origin: "added",
        document: withoutQuery(url),
        retrievedAt: new Date().toISOString(),
      },
    },
    server.tools,
  );
}

/** Removes the query and credentials of a URL, because they may be secret. */
function withoutQuery(location: string): string {
  const url = URL.parse(location);
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}` : location;
}
