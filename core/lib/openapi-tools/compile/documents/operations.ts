import {
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../kit/json/json-access.ts";
import { dereference } from "../../../kit/json/json-pointer.ts";
import type { HttpBinding } from "../../tool-record.ts";
import type { CompileNotes } from "../results/report.ts";

/** An operation of a document and its path item. */
export interface Operation {
  readonly method: HttpBinding["method"];
  readonly path: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
  /** The operation's name in reports: `GET /issues`. */
  readonly where: string;
}

const METHODS = ["get", "put", "post", "delete", "patch", "head", "options"] as const;
const MAX_OPERATIONS = 25_000;

/**
 * A document's operations, in document order, without deprecated ones and those that `accepts`
 * excludes.
 */
export function readOperations(
  document: unknown,
  notes: CompileNotes,
  accepts: (method: string, path: string, operation: JsonObject) => boolean = () => true,
): Operation[] {
  const operations: Operation[] = [];
  for (const [path, value] of ownEntries(ownValue(document, "paths"))) {
    if (path.startsWith("x-")) continue;
    const reference = textAt(value, "$ref");
    const item = dereference(document, value);
    if (!item)
      notes.omit(
        path,
        reference === undefined
          ? "The path item is not an object."
          : `The reference "${reference}" can't be resolved within the document.`,
      );
    else if (!path.startsWith("/") || /[\s\\\u0000-\u001f]/.test(path))
      notes.omit(path, "The path doesn't start with a slash or contains invalid characters.");
    else readItem(path, item);
  }

  function readItem(path: string, item: JsonObject): void {
    for (const method of METHODS) {
      const operation = ownValue(item, method);
      if (operation === undefined) continue;
      const where = `${method.toUpperCase()} ${path}`;
      if (!isObject(operation)) notes.omit(where, "The operation is not an object.");
      else if (ownValue(operation, "deprecated") === true)
        notes.omit(where, "The operation is deprecated.");
      else if (!accepts(method.toUpperCase(), path, operation)) continue;
      else if (operations.length >= MAX_OPERATIONS)
        notes.omit(where, `Only the first ${MAX_OPERATIONS} operations are used.`);
      else
        operations.push({
          method: method.toUpperCase() as HttpBinding["method"],
          path,
          item,
          operation,
          where,
        });
    }
  }
  return operations;
}

/** Categories of APIs that always require authentication, whatever their documents declare. */
const CLOSED_CATEGORIES =
  /payment|financial|messaging|telecom|social|ecommerce|customer|crm|email|marketing|hosting|backend|cloud/;
const MENTIONS_AUTH =
  /\bapi[ -]?keys?\b|\btokens?\b|authenti|authori[sz]|credential|\blog[ -]?in\b|sign[ -]?(?:in|up)\b|oauth|bearer|subscri|register/i;
const KEY_LIKE_NAME =
  /api[-_]?key|apikey|token|auth|password|secret|signature|session|credential|^key$|client_?id|^app_?(?:id|key)$/i;

/**
 * Whether an API without security requirements seems usable without authentication: nothing in its
 * document mentions authentication, and it is read-only or in the category `open_data`.
 */
export function appearsOpen(document: unknown, operations: readonly Operation[]): boolean {
  const info = objectAt(document, "info");
  const categories = listAt(info, "x-apisguru-categories").join(" ");
  if (CLOSED_CATEGORIES.test(categories)) return false;
  if (
    !/open_data/.test(categories) &&
    operations.some(({ method }) => method !== "GET" && method !== "HEAD" && method !== "OPTIONS")
  )
    return false;
  if (
    MENTIONS_AUTH.test(
      `${textAt(info, "title") ?? ""} ${(textAt(info, "description") ?? "").slice(0, 20_000)}`,
    )
  )
    return false;
  return operations.every(({ path, operation, item }) => {
    const responses = objectAt(operation, "responses");
    if (
      Object.hasOwn(responses, "401") ||
      Object.hasOwn(responses, "403") ||
      KEY_LIKE_NAME.test(path.replace(/[^A-Za-z]+/g, " "))
    )
      return false;
    return ![...listAt(item, "parameters"), ...listAt(operation, "parameters")].some((parameter) =>
      KEY_LIKE_NAME.test(textAt(dereference(document, parameter), "name") ?? ""),
    );
  });
}
