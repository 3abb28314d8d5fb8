import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import {
  type AuthMethod,
  type CompiledApp,
  lookAt,
  type Refused,
  readApp,
  readMcpServer,
  registrable,
  slugOf,
} from "../../core/index.ts";
import { isOutboundFailure, type Outbound } from "../../core/ports/outbound.ts";
import { parseDocument } from "./parse.ts";
import { remoteServerAt } from "./remote-tools.ts";

/** The largest document that is read. */
const MOST_BYTES = 20 * 1024 * 1024;

export interface AddOptions {
  /** What URLs are fetched with. */
  readonly outbound: Outbound;
  /** What it shall be called; by default made from its title. */
  readonly slug?: string | undefined;
}

/** What could not be read at all. `message` is a sentence for whoever named it. */
export class NotReadable extends Error {
  override readonly name = "NotReadable";
}

/**
 * Reads a file or a URL as an app: an OpenAPI or Swagger document in JSON or YAML, or a remote MCP server. Where a
 * document says no way to sign in it is taken as open, and the report says so. Rejects with a `NotReadable`.
 */
export async function readAppAt(
  place: string,
  { outbound, slug }: AddOptions,
): Promise<CompiledApp | Refused> {
  const isUrl = /^https?:\/\//i.test(place);
  const text = isUrl ? await textAtUrl(place, outbound) : await textInFile(place);
  const retrievedAt = new Date().toISOString();
  const document: unknown =
    typeof text === "string"
      ? attempt(() => parseDocument(text, isUrl ? place : basename(place)))
      : text;
  const isDocument =
    !(document instanceof Error) &&
    typeof document === "object" &&
    document !== null &&
    ("openapi" in document || "swagger" in document);
  if (isUrl && !isDocument) {
    const app = await mcpAppAt(place, outbound, slug, retrievedAt);
    if (app) return app;
  }
  if (document instanceof Error)
    throw document instanceof NotReadable
      ? document
      : new NotReadable(`${shown(place)} can't be read: ${document.message}`);
  const name =
    slug ??
    slugOf(lookAt(document)?.title ?? basename(place), basename(place).replace(/\.\w+$/, ""));
  return readApp(
    [
      {
        document,
        source: {
          origin: "added",
          document: isUrl ? shown(place) : basename(place),
          ...(versionOf(document) && { version: versionOf(document) }),
          retrievedAt,
        },
        ...(isUrl && { url: place }),
      },
    ],
    { slug: name, withoutSignIn: "open", isOwn: true },
  );
}

async function textInFile(file: string): Promise<string> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats?.isFile()) throw new NotReadable(`There is no file ${file}.`);
  if (stats.size > MOST_BYTES)
    throw new NotReadable(
      `${file} has ${(stats.size / 1e6).toFixed(0)} MB; documents of up to ${MOST_BYTES / 1024 / 1024} MB are read.`,
    );
  return readFile(file, "utf8");
}

async function textAtUrl(url: string, outbound: Outbound): Promise<string | NotReadable> {
  try {
    const answer = await outbound.fetch(url, {
      maxBytes: MOST_BYTES,
      timeoutMs: 30_000,
      headers: { accept: "application/json, application/yaml, text/yaml, */*;q=0.5" },
    });
    if (answer.status !== 200) {
      await answer.body.cancel();
      return new NotReadable(`${shown(url)} answers ${answer.status}.`);
    }
    if (/^text\/event-stream/i.test(answer.headers.get("content-type") ?? "")) {
      await answer.body.cancel();
      return new NotReadable(`${shown(url)} answers with a stream of events.`);
    }
    return await answer.text();
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    const why = new NotReadable(
      error.code === "too_large"
        ? `${shown(url)} is larger than the ${MOST_BYTES / 1024 / 1024} MB that are read.`
        : error.message,
    );
    if (error.code === "bad_answer") return why;
    throw why;
  }
}

async function mcpAppAt(
  url: string,
  outbound: Outbound,
  slug: string | undefined,
  retrievedAt: string,
): Promise<CompiledApp | undefined> {
  const server = await remoteServerAt(url, outbound).catch((error: unknown) => {
    if (isOutboundFailure(error)) return undefined;
    throw error;
  });
  if (!server) return undefined;
  const { hostname } = new URL(url);
  const vendor = registrable(hostname);
  const name = server.title ?? server.name;
  const method: AuthMethod = server.needsSignIn
    ? { id: "mcp_oauth", type: "mcp_oauth", fields: [], from: "document" }
    : { id: "none", type: "none", fields: [], from: "document" };
  return readMcpServer(
    {
      slug: slug ?? slugOf(name, vendor.split(".")[0]!),
      name,
      description: (server.instructions ?? `The MCP server at ${hostname}.`).slice(0, 300),
      vendor,
      categories: [],
      verified: "unverified",
      methods: [method],
      base: url,
      baseFields: [],
      source: { origin: "added", document: shown(url), retrievedAt },
    },
    server.tools,
  );
}

/** A URL without what may be secret in it. */
function shown(place: string): string {
  const url = URL.parse(place);
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}` : place;
}

const versionOf = (document: unknown) => lookAt(document)?.version;

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
