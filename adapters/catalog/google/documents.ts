import {
  isObject,
  type JsonObject,
  listAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../core/lib/kit/json/json-access.ts";
import type { AuthMethod } from "../../../core/lib/openapi-tools/index.ts";

/** For APIs without OAuth. Their documents also list `access_token`, which takes no API key. */
export const GOOGLE_KEY: AuthMethod = {
  id: "api_key",
  type: "api_key",
  from: "overlay",
  setupUrl: "https://console.cloud.google.com/apis/credentials",
  fields: [{ name: "api_key", label: "API key", secret: true, required: true }],
  placements: { api_key: { in: "query", name: "key" } },
};

/**
 * A parameter that directly follows the version of the API. It is a resource name, such as
 * `projects/p/locations/l`, unless it is called an ID. Google's own template has `{+parent}`, and the
 * documents lose the `+`.
 */
const RESOURCE_NAME = /^[^{]*\/v\d[\w.]*\/\{((?![^{}]*Id\})[^{}]+)\}/;

/** Keeps the slashes of resource names in the paths of a Google document. */
export function keepResourceNames(document: unknown): unknown {
  if (!isObject(document)) return document;
  const paths = ownEntries(ownValue(document, "paths")).map(([path, item]) => {
    const name = RESOURCE_NAME.exec(path)?.[1];
    return [path, name !== undefined && isObject(item) ? withReserved(item, name) : item];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** A path's item whose parameter of this name has the style `reserved`, for all operations. */
function withReserved(item: JsonObject, name: string): JsonObject {
  const correct = (owner: JsonObject): JsonObject => ({
    ...owner,
    ...(Array.isArray(owner["parameters"]) && {
      parameters: listAt(owner, "parameters").map((parameter) =>
        textAt(parameter, "in") === "path" && textAt(parameter, "name") === name
          ? { ...(parameter as JsonObject), style: "reserved" }
          : parameter,
      ),
    }),
  });
  return Object.fromEntries(
    ownEntries(correct(item)).map(([key, value]) => [
      key,
      isObject(value) ? correct(value) : value,
    ]),
  );
}
