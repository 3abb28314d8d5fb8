import {
  isObject,
  type JsonObject,
  listAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../core/lib/kit/json/json-access.ts";
import { dereference } from "../../../core/lib/kit/json/json-pointer.ts";

const API_VERSION: JsonObject = {
  name: "api-version",
  in: "query",
  required: true,
  schema: { type: "string" },
};

/**
 * Adds the parameter `api-version` to the operations of an Azure document that lack it. Azure
 * Resource Manager rejects requests without it.
 */
export function requireApiVersion(document: unknown): unknown {
  if (!isObject(document)) return document;
  const hasVersion = (owner: JsonObject): boolean =>
    listAt(owner, "parameters").some(
      (parameter) => textAt(dereference(document, parameter), "name") === "api-version",
    );
  const paths = ownEntries(ownValue(document, "paths")).map(([path, item]) => [
    path,
    isObject(item) && !hasVersion(item) ? withVersions(item, hasVersion) : item,
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

const VERB = /^(?:get|put|post|patch|delete|head|options)$/;

const withVersions = (item: JsonObject, hasVersion: (owner: JsonObject) => boolean): JsonObject =>
  Object.fromEntries(
    ownEntries(item).map(([verb, operation]) => [
      verb,
      VERB.test(verb) && isObject(operation) && !hasVersion(operation)
        ? { ...operation, parameters: [...listAt(operation, "parameters"), API_VERSION] }
        : operation,
    ]),
  );
