import { readFileSync } from "node:fs";
import { type JsonObject, textAt } from "../../../core/lib/kit/json/json-access.ts";
import type { TimestampTree } from "../../../core/lib/openapi-tools/index.ts";

/** How requests of an operation differ from what its document says. */
export interface OperationFacts {
  /** The prefix of the host, such as `api.` or `{AccountId}.`. */
  readonly host?: string;
  /** The names of form fields (see `names` of a binding). */
  readonly names?: Readonly<Record<string, string>>;
  /** The timestamps that requests don't have in the form of RFC 3339. */
  readonly times?: TimestampTree;
  /** The members of schemas within the body's own that have other names in requests, by path. */
  readonly members?: Readonly<Record<string, string>>;
  /** The path parameters whose slashes stay slashes. */
  readonly greedy?: readonly string[];
  /** The query parameters without a value. */
  readonly markers?: readonly string[];
  /** The query parameters that the operation doesn't have. */
  readonly drop?: readonly string[];
  /** Headers with the same value in every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The header with a checksum of the body. */
  readonly digest?: string;
}

/** A service's client, and what its schemas say that the service's document doesn't. */
export interface ServiceFacts {
  /** The package and its version. */
  readonly client: string;
  readonly protocol: "json-1.0" | "json-1.1" | "query" | "ec2" | "rest-json" | "rest-xml";
  /** The name of the service in `X-Amz-Target`. */
  readonly target?: string;
  /** Absent if the requests of the service aren't signed. */
  readonly signingName?: string;
  /** The region of signatures, if it is the same for users in all regions. */
  readonly signingRegion?: string;
  /** The host, with `{region}` if it has one per region. */
  readonly host: string;
  /**
   * The members of schemas with other names in requests: `Schema.Member`. `camelCase` if all names
   * begin with a small letter.
   */
  readonly rename?: "camelCase" | Readonly<Record<string, string>>;
  readonly operations?: Readonly<Record<string, OperationFacts>>;
}

/** The facts of a document, such as `amazonaws.com/iam`. */
export function findServiceFacts(document: string): ServiceFacts | undefined {
  cache ??= JSON.parse(readFacts()) as typeof cache & object;
  const { services } = cache;
  return Object.hasOwn(services, document) ? services[document] : undefined;
}

/** The text of the facts, on which compiled catalogs depend. */
export const readFacts = (): string =>
  readFileSync(new URL("clients.json", import.meta.url), "utf8");

let cache: { readonly services: Readonly<Record<string, ServiceFacts>> } | undefined;

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The name of an operation in the client: that of the action, or the ID without a date. */
export const operationName = (operation: JsonObject, path: string): string =>
  textAt(operation, "x-aws-operation-name") ??
  /#X-Amz-Target=(?:[^.]*\.)*(\w+)$/.exec(path)?.[1] ??
  (textAt(operation, "operationId") ?? "").replace(/\d{4}_\d\d_\d\d$/, "");
