import { readBaseUrl } from "./base-url.ts";
import { isObject, listAt, objectAt, ownEntries, ownValue, textAt } from "./json-access.ts";
import { readOperations } from "./operations.ts";
import { createNotes } from "./report.ts";
import { swaggerServers } from "./swagger.ts";
import { readTitle } from "./title.ts";

/** What is known of a document before it is decided which app it belongs to. */
export interface DocumentSummary {
  readonly title: string;
  readonly version: string;
  readonly operations: number;
  /** Where it is reached; undefined if nowhere from outside. */
  readonly base?: string | undefined;
  /** As the document names it. */
  readonly license?: string | undefined;
  readonly provider?: string | undefined;
  readonly categories: readonly string[];
  /** Whether a sign-in by OAuth 2.0 is declared. */
  readonly hasOAuth: boolean;
}

/** Looks at a document without reading it through; `url` is its own, if that is known. */
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
      (one): one is string => typeof one === "string",
    ),
    hasOAuth: schemes.some(([, scheme]) => ownValue(scheme, "type") === "oauth2"),
  };
}
