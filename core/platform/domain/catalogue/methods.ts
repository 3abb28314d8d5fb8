import type { AuthMethod } from "../../../ports/apps.ts";
import { keyMethodOf } from "./key-parameters.ts";
import { looksOpen } from "./operations.ts";
import { type Part, usedRequirements } from "./part.ts";
import type { ReadOptions } from "./read-options.ts";
import type { Notes } from "./report.ts";
import { withDefaultScopes } from "./scopes.ts";
import { requirementsOf } from "./security.ts";
import { parametersOf } from "./swagger.ts";

/** How one signs in to an app: what is known otherwise, what its documents declare, what they take as a parameter, or that nobody has to; none if they leave it open. */
export function methodsOf(
  parts: readonly Part[],
  options: ReadOptions,
  notes: Notes,
): AuthMethod[] {
  const overlaid = options.overlay?.methods ?? [];
  const alternatives = parts.flatMap(({ operations, document }) =>
    operations.map(({ operation }) =>
      (requirementsOf(operation) ?? requirementsOf(document) ?? []).map((one) =>
        one.flatMap(([, scopes]) => scopes),
      ),
    ),
  );
  if (overlaid.length > 0) {
    const declared = parts
      .flatMap(({ security }) => security.methods)
      .find(({ scopes }) => (scopes?.length ?? 0) > 0)?.scopes;
    return withDefaultScopes(
      overlaid.map((method) =>
        method.type === "oauth2" && !method.scopes && declared
          ? { ...method, scopes: declared }
          : method,
      ),
      alternatives,
    );
  }
  const found = new Map<string, AuthMethod>();
  for (const { security } of parts)
    for (const method of security.methods) if (!found.has(method.id)) found.set(method.id, method);
  if (found.size > 0) return withDefaultScopes([...found.values()], alternatives);
  if (options.otherwise) return [...options.otherwise];
  const key = keyMethodOf(
    parts.flatMap(({ document, operations }) =>
      operations.map(({ item, operation, where }) =>
        parametersOf(document, item, operation, where, notes),
      ),
    ),
  );
  if (key) return [key];
  const isOpen = parts.every(
    ({ document, operations }) =>
      usedRequirements(document, operations).length === 0 && looksOpen(document, operations),
  );
  if (!isOpen && options.withoutSignIn !== "open") return [];
  if (!isOpen)
    notes.leave(
      "security",
      "No way to sign in is declared that could be taken; it is treated as open to all.",
    );
  return [{ id: "none", type: "none", fields: [], from: "document" }];
}
