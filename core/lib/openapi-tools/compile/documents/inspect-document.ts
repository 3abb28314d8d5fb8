import {
  isObject,
  listAt,
  objectAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../kit/json/json-access.ts";
import { readTitle } from "../names/title.ts";
import { createNotes } from "../results/report.ts";
import { readBaseUrl } from "./base-url.ts";
import { readOperations } from "./operations.ts";
import { swaggerServers } from "./swagger.ts";

/** A summary of a document, used to decide which app it belongs to. */
export interface DocumentSummary {
  readonly title: string;
  readonly version: string;
  readonly operations: number;
  /** Undefined if no server is publicly reachable. */
  readonly base?: string | undefined;
  /** The license's name, URL or SPDX identifier, in this order of preference. */
  readonly license?: string | undefined;
  readonly provider?: string | undefined;
  readonly categories: readonly string[];
  /** Whether the document declares an OAuth 2.0 scheme. */
  readonly hasOAuth: boolean;
}

/**
 * Summarizes a document without compiling it; `url` is the document's own URL. Returns `undefined`
 * if it is not an object.
 */
export function inspectDocument(document: unknown, url?: string): DocumentSummary | undefined {
  if (!isObject(document)) return undefined;
  const info = objectAt(document, "info");
  const base = readBaseUrl(
    textAt(document, "swagger") ? swaggerServers(document) : listAt(document, "servers"),
    url,
  );
  const license = objectAt(info, "license");
  const schemes = ownEntries(
    ownValue(objectAt(document, "components"), "securitySchemes") ??
      ownValue(document, "securityDefinitions"),
  );
  return {
    title: readTitle(document),
    version: textAt(info, "version") ?? "",
    operations: readOperations(document, createNotes()).length,
    ...("base" in base && { base: base.base }),
    license: textAt(license, "name") ?? textAt(license, "url") ?? textAt(license, "identifier"),
    provider: textAt(info, "x-providerName"),
    categories: listAt(info, "x-apisguru-categories").filter(
      (category): category is string => typeof category === "string",
    ),
    hasOAuth: schemes.some(([, scheme]) => ownValue(scheme, "type") === "oauth2"),
  };
}
