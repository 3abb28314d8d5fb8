import { readFileSync } from "node:fs";
import { objectAt, ownValue, textAt } from "../../../core/lib/kit/json/json-access.ts";
import type { CompileOptions } from "../../../core/lib/openapi-tools/compile/index.ts";

type RequestFormats = NonNullable<CompileOptions["requestFormat"]>;
type UploadFormat = NonNullable<ReturnType<RequestFormats>>["upload"];

interface Uploads {
  /** The package and version of the client. */
  readonly client: string;
  /** The operations that take a file, by host: `POST /youtube/v3/videos`. */
  readonly operations: Readonly<Record<string, readonly string[]>>;
}

/** The text of the operations that take files, on which compiled catalogs depend. */
export const readUploads = (): string =>
  readFileSync(new URL("uploads.json", import.meta.url), "utf8");

let cache: ReadonlySet<string> | undefined;

/**
 * The form of an upload by an operation, if it takes a file. A request with a file goes to the path
 * below `/upload` (https://developers.google.com/drive/api/guides/manage-uploads).
 */
export function findUpload({
  operation,
  method,
  path,
  base,
}: Parameters<RequestFormats>[0]): UploadFormat {
  const { host = "", origin = "", pathname = "" } = URL.parse(base) ?? {};
  const prefix = pathname.replace(/\/$/, "");
  if (!listUploads().has(operationKey(host, `${method} ${prefix}${path}`))) return undefined;
  const content = objectAt(ownValue(operation, "requestBody"), "content");
  const mediaTypes = Object.keys(content).filter((type) => !/\*|json|octet-stream/.test(type));
  return {
    base: `${origin}/upload${prefix}`,
    parameter: "uploadType",
    withMetadata: "multipart",
    withoutMetadata: "media",
    isRequired: !WITHOUT_FILE.test(textAt(operation, "operationId") ?? ""),
    ...(mediaTypes.length <= MAX_MEDIA_TYPES && { mediaTypes }),
  };
}

/** A longer list of media types isn't read. */
const MAX_MEDIA_TYPES = 4;

/** Operations that also work without a file: an empty file, a query, a message in the body. */
const WITHOUT_FILE = /^(?:bigquery\.jobs|drive\.files|gmail\.users\.(?:drafts|messages))\./;

function listUploads(): ReadonlySet<string> {
  if (cache) return cache;
  const { operations } = JSON.parse(readUploads()) as Uploads;
  cache = new Set(
    Object.entries(operations).flatMap(([host, listed]) =>
      listed.map((operation) => operationKey(host, operation)),
    ),
  );
  return cache;
}

const operationKey = (host: string, operation: string): string =>
  `${host} ${operation.replaceAll(/\{[^}]*\}/g, "{}")}`;
