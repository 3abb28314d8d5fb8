import { baseOf } from "./base.ts";
import { isObject, listAt, membersOf, objectAt, own, textAt } from "./document.ts";
import { operationsOf } from "./operations.ts";
import { notes } from "./report.ts";
import { swaggerServers } from "./swagger.ts";
import { titleOf } from "./title.ts";

/** What is known of a document before it is decided which app it belongs to. */
export interface Looked {
  readonly title: string;
  readonly version: string;
  readonly operations: number;
  /** Where it is reached; undefined if nowhere from outside. */
  readonly base?: string | undefined;
  /** As the document names it. */
  readonly licence?: string | undefined;
  readonly provider?: string | undefined;
  readonly categories: readonly string[];
  /** Whether a sign-in by OAuth 2.0 is declared. */
  readonly hasOAuth: boolean;
}

/** Looks at a document without reading it through; `url` is its own, if that is known. */
export function lookAt(document: unknown, url?: string): Looked | undefined {
  if (!isObject(document)) return undefined;
  const info = objectAt(document, "info");
  const base = baseOf(
    textAt(document, "swagger") ? swaggerServers(document) : listAt(document, "servers"),
    url,
  );
  const licence = objectAt(info, "license");
  const schemes = membersOf(
    own(objectAt(document, "components"), "securitySchemes") ??
      own(document, "securityDefinitions"),
  );
  return {
    title: titleOf(document),
    version: textAt(info, "version") ?? "",
    operations: operationsOf(document, notes()).length,
    ...("base" in base && { base: base.base }),
    licence: textAt(licence, "name") ?? textAt(licence, "url") ?? textAt(licence, "identifier"),
    provider: textAt(info, "x-providerName"),
    categories: listAt(info, "x-apisguru-categories").filter(
      (one): one is string => typeof one === "string",
    ),
    hasOAuth: schemes.some(([, scheme]) => own(scheme, "type") === "oauth2"),
  };
}
