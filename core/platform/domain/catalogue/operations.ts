import type { Binding } from "../../../ports/apps.ts";
import {
  followed,
  isObject,
  type Json,
  listAt,
  membersOf,
  objectAt,
  own,
  textAt,
} from "./document.ts";
import type { Notes } from "./report.ts";

/** An operation of a document, and the path that it belongs to. */
export interface Operation {
  readonly method: Binding["method"];
  readonly path: string;
  readonly item: Json;
  readonly operation: Json;
  /** `GET /issues`. */
  readonly where: string;
}

const METHODS = ["get", "put", "post", "delete", "patch", "head", "options"] as const;
const MOST_OPERATIONS = 25_000;

/** A document's operations in its order, without those that are deprecated or that `takes` refuses. */
export function operationsOf(
  document: unknown,
  notes: Notes,
  takes: (method: string, path: string) => boolean = () => true,
): Operation[] {
  const found: Operation[] = [];
  for (const [path, listed] of membersOf(own(document, "paths"))) {
    if (path.startsWith("x-")) continue;
    const reference = textAt(listed, "$ref");
    const item = followed(document, listed);
    if (!item)
      notes.leave(
        path,
        `The path is kept elsewhere (${reference ?? "nowhere"}), which is not followed.`,
      );
    else if (!path.startsWith("/") || /[\s\\\u0000-\u001f]/.test(path))
      notes.leave(
        path,
        "The path does not begin with a slash, or has signs in it that no address has.",
      );
    else readItem(path, item);
  }

  function readItem(path: string, item: Json): void {
    for (const method of METHODS) {
      const operation = own(item, method);
      if (operation === undefined) continue;
      const where = `${method.toUpperCase()} ${path}`;
      if (!isObject(operation)) notes.leave(where, "The operation is no object.");
      else if (own(operation, "deprecated") === true) notes.leave(where, "It is deprecated.");
      else if (!takes(method.toUpperCase(), path)) continue;
      else if (found.length >= MOST_OPERATIONS)
        notes.leave(where, `More than ${MOST_OPERATIONS} operations are not taken.`);
      else
        found.push({
          method: method.toUpperCase() as Binding["method"],
          path,
          item,
          operation,
          where,
        });
    }
  }
  return found;
}

/** What is bought, paid or sent is nobody's to use without signing in, whatever a document says. */
const NEVER_OPEN =
  /payment|financial|messaging|telecom|social|ecommerce|customer|crm|email|marketing|hosting|backend|cloud/;
const SPEAKS_OF_IT =
  /\bapi[ -]?keys?\b|\btokens?\b|authenti|authori[sz]|credential|\blog[ -]?in\b|sign[ -]?(?:in|up)\b|oauth|bearer|subscri|register/i;
const LOOKS_LIKE_A_KEY =
  /api[-_]?key|apikey|token|auth|password|secret|signature|session|credential|^key$|client_?id|^app_?(?:id|key)$/i;

/**
 * Whether anyone may use what a document describes: it declares no way to sign in, nothing in it speaks of one, and it
 * only reads, or is marked as open data.
 */
export function looksOpen(document: unknown, operations: readonly Operation[]): boolean {
  const info = objectAt(document, "info");
  const categories = listAt(info, "x-apisguru-categories").join(" ");
  if (NEVER_OPEN.test(categories)) return false;
  if (
    !/open_data/.test(categories) &&
    operations.some(({ method }) => method !== "GET" && method !== "HEAD" && method !== "OPTIONS")
  )
    return false;
  if (
    SPEAKS_OF_IT.test(
      `${textAt(info, "title") ?? ""} ${(textAt(info, "description") ?? "").slice(0, 20_000)}`,
    )
  )
    return false;
  return operations.every(({ path, operation, item }) => {
    const answers = objectAt(operation, "responses");
    if (
      Object.hasOwn(answers, "401") ||
      Object.hasOwn(answers, "403") ||
      LOOKS_LIKE_A_KEY.test(path.replace(/[^A-Za-z]+/g, " "))
    )
      return false;
    return ![...listAt(item, "parameters"), ...listAt(operation, "parameters")].some((listed) =>
      LOOKS_LIKE_A_KEY.test(textAt(followed(document, listed), "name") ?? ""),
    );
  });
}
