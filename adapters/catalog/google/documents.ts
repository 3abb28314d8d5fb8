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
 * Corrects a Google document: resource names keep their slashes, and parameters that an API no longer
 * has are removed.
 */
export function correctGoogleDocument(document: unknown, id: string): unknown {
  if (!isObject(document)) return document;
  const [server] = listAt(document, "servers");
  const base = URL.parse(textAt(server, "url") ?? "")?.pathname.replace(/\/$/, "") ?? "";
  const removed = REMOVED_PARAMETERS[id.replace(/^.*googleapis\.com\//, "")] ?? [];
  const paths = ownEntries(ownValue(document, "paths")).map(([path, item]) => {
    const names = readResourceNames(base + path);
    return [
      path,
      isObject(item) && (names.length > 0 || removed.length > 0)
        ? mapParameters(item, (parameter) => correctParameter(parameter, names, removed))
        : item,
    ];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Parameters of the documents, by API, that the current version of the API doesn't have. */
const REMOVED_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  compute: ["returnPartialSuccess"],
};

/** The path up to a resource name: the version, perhaps followed by a group of methods. */
const BEFORE_NAME =
  /\/v\d[\w.]*\/(?:(?:admin|cursor|debug|indexing|settings|stats(?:\/\w+)?|topicStats)\/)?$/;
/** A parameter with one segment. The slashes of a link are encoded. */
const ONE_SEGMENT = /Id$|^dynamicLink$/;
/** A parameter with several segments wherever it is. */
const SEVERAL_SEGMENTS = /[a-z]Path$|^resourceName$/;

/**
 * The parameters of a path that are resource names, such as `projects/p/locations/l`: those that
 * directly follow the version of the API, or such a parameter. Google's own templates have
 * `{+parent}`, and the documents lose the `+`.
 */
function readResourceNames(path: string): readonly string[] {
  const [start = "", ...rest] = path.split("{");
  const parameters = rest.map((part) => {
    const [name = "", after = ""] = part.split("}");
    return { name, after };
  });
  let isName = BEFORE_NAME.test(start);
  const [first, second] = parameters;
  // The whole path is a name, even if it is called an ID.
  if (isName && first && !second && !first.after.startsWith("/")) return [first.name];
  const names: string[] = [];
  for (const { name, after } of parameters) {
    isName &&= !ONE_SEGMENT.test(name);
    if (isName || SEVERAL_SEGMENTS.test(name)) names.push(name);
    isName &&= after === "/";
  }
  return names;
}

function correctParameter(
  parameter: JsonObject,
  names: readonly string[],
  removed: readonly string[],
): readonly JsonObject[] {
  const name = textAt(parameter, "name") ?? "";
  const location = textAt(parameter, "in");
  if (location === "query" && removed.includes(name)) return [];
  return [
    location === "path" && names.includes(name) ? { ...parameter, style: "reserved" } : parameter,
  ];
}

/** A path's item with other parameters, which all its operations and each operation may have. */
function mapParameters(
  item: JsonObject,
  map: (parameter: JsonObject) => readonly JsonObject[],
): JsonObject {
  const mapOwn = (owner: JsonObject): JsonObject => ({
    ...owner,
    ...(Array.isArray(owner["parameters"]) && {
      parameters: listAt(owner, "parameters").flatMap((parameter) =>
        isObject(parameter) ? map(parameter) : [],
      ),
    }),
  });
  return Object.fromEntries(
    ownEntries(mapOwn(item)).map(([key, value]) => [key, isObject(value) ? mapOwn(value) : value]),
  );
}
