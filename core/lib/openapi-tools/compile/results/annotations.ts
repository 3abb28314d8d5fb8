import type { ToolAnnotations } from "../../tool-record.ts";
import { DESTRUCTIVE_VERBS, READ_VERBS, WRITE_VERBS } from "../names/naming.ts";

/**
 * Guesses a tool's MCP annotations from its HTTP method and its name without the app's slug, erring
 * on the safe side. `isAction` says that several operations share the method and the path, so that
 * only the name tells them apart.
 */
export function deriveAnnotations(method: string, name: string, isAction = false): ToolAnnotations {
  const parts = name.split("_");
  const [verb = "", second = ""] = parts;
  const last = parts.at(-1) ?? "";
  const destroys = parts.some((word) => DESTRUCTIVE_VERBS.has(word));
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") {
    // Some services change data with GET requests.
    const changes =
      (isAction && !READ_VERBS.has(verb === "batch" ? second : verb)) ||
      WRITE_VERBS.has(verb) ||
      DESTRUCTIVE_VERBS.has(verb) ||
      (DESTRUCTIVE_VERBS.has(last) && !READ_VERBS.has(verb));
    return {
      readOnly: !changes,
      destructive: changes && destroys,
      idempotent: !changes,
      openWorld: true,
    };
  }
  if (method === "POST") {
    // In `mark_as_read`, the last word is an adjective.
    const endsWithVerb = READ_VERBS.has(last) && parts.at(-2) !== "as";
    const reads =
      !destroys &&
      // A query of GraphQL can be a mutation.
      !parts.includes("graphql") &&
      (READ_VERBS.has(verb) || endsWithVerb) &&
      !parts.some((word) => WRITE_VERBS.has(word));
    return { readOnly: reads, destructive: destroys, idempotent: reads, openWorld: true };
  }
  return {
    readOnly: false,
    destructive: method === "DELETE" || method === "PUT" || destroys,
    idempotent: method !== "PATCH",
    openWorld: true,
  };
}
