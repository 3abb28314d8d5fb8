import type { AuthMethod } from "../../app.ts";
import type { CompileOptions } from "../compile-options.ts";
import { appearsOpen } from "../documents/operations.ts";
import { collectRequirements, type ParsedDocument } from "../documents/parsed-document.ts";
import { resolveParameters } from "../documents/swagger.ts";
import type { CompileNotes } from "../results/report.ts";
import { withDefaultScopes } from "./default-scopes.ts";
import { detectKeyMethod } from "./key-parameters.ts";
import { readRequirements } from "./security.ts";

/**
 * Determines how users connect an app. The first of these sources that has methods wins: the
 * overlay, the documents' security schemes, `fallbackMethods`, and parameters that look like keys.
 * Without any of them, an app that appears to be open has the single method `none`. For other apps
 * the result is empty, unless `withoutSignIn` is `open`.
 */
export function readAuthMethods(
  documents: readonly ParsedDocument[],
  options: CompileOptions,
  notes: CompileNotes,
): AuthMethod[] {
  const overlayMethods = options.overlay?.methods ?? [];
  const alternatives = documents.flatMap(({ operations, document }) =>
    operations.map(({ operation }) =>
      (readRequirements(operation) ?? readRequirements(document) ?? []).map((one) =>
        one.flatMap(([, scopes]) => scopes),
      ),
    ),
  );
  if (overlayMethods.length > 0) {
    const declared = documents
      .flatMap(({ security }) => security.methods)
      .find(({ scopes }) => (scopes?.length ?? 0) > 0)?.scopes;
    return withDefaultScopes(
      overlayMethods.map((method) =>
        method.type === "oauth2" && !method.scopes && declared
          ? { ...method, scopes: declared }
          : method,
      ),
      alternatives,
    );
  }
  const methods = new Map<string, AuthMethod>();
  for (const { security } of documents)
    for (const method of security.methods)
      if (!methods.has(method.id)) methods.set(method.id, method);
  if (methods.size > 0) return withDefaultScopes([...methods.values()], alternatives);
  if (options.fallbackMethods) return [...options.fallbackMethods];
  const keyMethod = detectKeyMethod(
    documents.flatMap(({ document, operations }) =>
      operations.map(({ item, operation, where }) =>
        resolveParameters(document, item, operation, where, notes),
      ),
    ),
  );
  if (keyMethod) return [keyMethod];
  const isOpen = documents.every(
    ({ document, operations }) =>
      collectRequirements(document, operations).length === 0 && appearsOpen(document, operations),
  );
  if (!isOpen && options.withoutSignIn !== "open") return [];
  if (!isOpen)
    notes.omit(
      "security",
      "The document declares no supported authentication, so the app is treated as open.",
    );
  return [{ id: "none", type: "none", fields: [], from: "document" }];
}
