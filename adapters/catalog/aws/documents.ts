import {
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../core/lib/kit/json/json-access.ts";
import { dereference } from "../../../core/lib/kit/json/json-pointer.ts";
import type { CompileOptions } from "../../../core/lib/openapi-tools/compile/index.ts";
import {
  findServiceFacts,
  lowerFirst,
  type OperationFacts,
  operationName,
  type ServiceFacts,
} from "./facts.ts";

type RequestFormats = NonNullable<CompileOptions["requestFormat"]>;

/** Where the paths of JSON services name the operation. */
const TARGET = "#X-Amz-Target=";
const METHODS = new Set(["get", "put", "post", "delete", "patch", "head"]);
/** The media types of the protocols with one path for all operations. */
const JSON_TYPES: Readonly<Record<string, string>> = {
  "json-1.0": "application/x-amz-json-1.0",
  "json-1.1": "application/x-amz-json-1.1",
};
const CHECKSUMS = { "content-md5": "md5", "x-amz-checksum-crc32": "crc32" } as const;

/** Corrects a document of Amazon's with what the schemas of its client say. */
export function correctDocument(document: unknown, id: string): unknown {
  const service = findServiceFacts(id);
  if (!service || !isObject(document)) return document;
  const paths = Object.fromEntries(
    ownEntries(ownValue(document, "paths")).map(([path, item]) => [
      path,
      Object.fromEntries(
        ownEntries(item).map(([method, operation]) => [
          method,
          METHODS.has(method) && isObject(operation)
            ? correctOperation(operation, document, path, service)
            : operation,
        ]),
      ),
    ]),
  );
  return { ...document, paths, ...correctComponents(document, service.rename) };
}

/** The formats of an operation's requests that its document can't express. */
export const findRequestFormat: RequestFormats = ({ operation, path, source }) => {
  const service = findServiceFacts(source.document);
  const facts = service?.operations?.[operationName(operation, path)];
  if (!facts) return undefined;
  const { digest } = facts;
  return {
    ...(facts.host !== undefined && { hostPrefix: facts.host }),
    ...(facts.names && { names: facts.names }),
    ...(facts.times && { timestamps: facts.times }),
    ...(digest !== undefined && {
      checksum: { header: digest, algorithm: CHECKSUMS[digest as keyof typeof CHECKSUMS] },
    }),
  };
};

function correctOperation(
  operation: JsonObject,
  document: JsonObject,
  path: string,
  service: ServiceFacts,
): JsonObject {
  const name = operationName(operation, path);
  const facts = service.operations?.[name] ?? {};
  const jsonType = path.includes(TARGET) ? JSON_TYPES[service.protocol] : undefined;
  const constants = { ...facts.headers };
  if (jsonType !== undefined && service.target !== undefined)
    constants["X-Amz-Target"] = `${service.target}.${name}`;
  const parameters = listAt(operation, "parameters")
    .map((parameter) => dereference(document, parameter))
    .filter(isObject)
    .filter((parameter) => !Object.hasOwn(constants, textAt(parameter, "name") ?? ""))
    .flatMap((parameter) => correctParameter(parameter, service, facts) ?? []);
  return {
    ...operation,
    parameters: [
      ...parameters,
      ...Object.entries(constants).map(([header, value]) => constantHeader(header, value)),
    ],
    ...(jsonType !== undefined && { requestBody: withType(operation, document, jsonType) }),
    ...(facts.members && { requestBody: withMembers(operation, facts.members) }),
  };
}

const constantHeader = (name: string, value: string): JsonObject => ({
  name,
  in: "header",
  required: true,
  schema: { type: "string", enum: [value] },
});

/** A parameter as the operation has it, or undefined if it has none with this name. */
function correctParameter(
  parameter: JsonObject,
  { protocol }: ServiceFacts,
  { drop = [], greedy = [], markers = [] }: OperationFacts,
): JsonObject | undefined {
  const name = textAt(parameter, "name") ?? "";
  const location = textAt(parameter, "in");
  if (location === "path" && greedy.includes(name)) return { ...parameter, style: "reserved" };
  if (location !== "query") return parameter;
  // The documents repeat paging members of the body as parameters.
  if (JSON_TYPES[protocol] !== undefined || drop.includes(name)) return undefined;
  if (markers.includes(name)) return { ...parameter, schema: { type: "string", enum: [""] } };
  return protocol === "query" || protocol === "ec2"
    ? { ...parameter, style: "numbered" }
    : parameter;
}

/** A JSON body with another media type. Operations without members require an empty object. */
function withType(operation: JsonObject, document: unknown, type: string): JsonObject {
  const schema = bodySchema(operation);
  const members = objectAt(dereference(document, schema) ?? {}, "properties");
  const isEmpty = Object.keys(members).length === 0;
  return {
    required: true,
    content: {
      [type]: { schema: isEmpty ? { type: "object", additionalProperties: false } : schema },
    },
  };
}

const bodySchema = (operation: JsonObject): unknown =>
  ownValue(Object.values(objectAt(objectAt(operation, "requestBody"), "content"))[0], "schema");

/** The body with the names that members have in requests, by the path of the member. */
function withMembers(
  operation: JsonObject,
  members: OperationFacts["members"] & object,
): JsonObject {
  const rename = (schema: unknown, path: string): unknown => {
    const properties = ownEntries(ownValue(schema, "properties"));
    if (!isObject(schema) || properties.length === 0) return schema;
    const newName = (name: string) => members[path + name] ?? name;
    return {
      ...schema,
      ...renameProperties(schema, newName, (member, name) =>
        rename(member, `${path}${newName(name)}.`),
      ),
    };
  };
  const body = objectAt(operation, "requestBody");
  const [type = "application/json"] = Object.keys(objectAt(body, "content"));
  return { ...body, content: { [type]: { schema: rename(bodySchema(operation), "") } } };
}

/** The members of a schema with other names. */
const renameProperties = (
  schema: JsonObject,
  newName: (name: string) => string,
  visit: (member: unknown, name: string) => unknown = (member) => member,
): JsonObject => ({
  properties: Object.fromEntries(
    ownEntries(schema["properties"]).map(([name, member]) => [newName(name), visit(member, name)]),
  ),
  ...(Array.isArray(schema["required"]) && {
    required: schema["required"].map((name) => newName(String(name))),
  }),
});

/** The document's schemas with the names that members have in requests. */
function correctComponents(document: JsonObject, rename: ServiceFacts["rename"]): JsonObject {
  if (rename === undefined) return {};
  const components = objectAt(document, "components");
  const newName = (schema: string, member: string) =>
    rename === "camelCase" ? lowerFirst(member) : (rename[`${schema}.${member}`] ?? member);
  const schemas = ownEntries(ownValue(components, "schemas")).map(([name, schema]) => [
    name,
    isObject(schema) && isObject(schema["properties"])
      ? { ...schema, ...renameProperties(schema, (member) => newName(name, member)) }
      : schema,
  ]);
  return { components: { ...components, schemas: Object.fromEntries(schemas) } };
}
