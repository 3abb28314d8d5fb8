import { listAt, textAt } from "../../../kit/json/json-access.ts";
import { dereference } from "../../../kit/json/json-pointer.ts";
import type { ParsedDocument } from "../documents/parsed-document.ts";

/**
 * The name of a token parameter, such as `token`, that at least 60% of the operations
 * declare as a header or query parameter. Callers don't pass it, because the connection's own token
 * authenticates the request.
 */
export function findCommonToken(documents: readonly ParsedDocument[]): string | undefined {
  const operations = documents.flatMap(({ document, operations }) =>
    operations.map(({ item, operation }) =>
      [...listAt(item, "parameters"), ...listAt(operation, "parameters")].map((listed) =>
        dereference(document, listed),
      ),
    ),
  );
  return ["token", "access_token"].find(
    (tokenName) =>
      operations.filter((all) =>
        all.some(
          (parameter) =>
            textAt(parameter, "name") === tokenName &&
            /^(?:header|query)$/.test(textAt(parameter, "in") ?? ""),
        ),
      ).length >=
      operations.length * 0.6,
  );
}
