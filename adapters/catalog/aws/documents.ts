import {
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../core/lib/kit/json-access.ts";
import { dereference } from "../../../core/lib/kit/json-pointer.ts";
import type { CompileOptions } from "../../../core/lib/openapi-tools/compile/index.ts";
import {
  findServiceFacts,
  lowerFirst,
  type OperationFacts,
  operationName,
  type ServiceFacts,
} from "./facts.ts";

type RequestFormats = NonNullable<CompileOptions["requestFormat"]>;

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
export const findRequestFormat: RequestFormats = (operation, path, { document }) => {
  const service = findServiceFacts(document);
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
  const facts = service.operations?.[operationName(operation, path)] ?? {};
  const jsonType = JSON_TYPES[service.protocol];
  return {
    ...operation,
    parameters: listAt(operation, "parameters").flatMap(
      (parameter) => correctParameter(dereference(document, parameter), service, facts) ?? [],
    ),
    ...(jsonType !== undefined && { requestBody: withType(operation, jsonType) }),
  };
}

/** A parameter as the operation has it, or undefined if it has none with this name. */
function correctParameter(
  parameter: JsonObject | undefined,
  { protocol }: ServiceFacts,
  { drop = [], greedy = [], headers = {} }: OperationFacts,
): JsonObject | undefined {
  const name = textAt(parameter, "name") ?? "";
  const location = textAt(parameter, "in");
  if (location === "path" && greedy.includes(name)) return { ...parameter, style: "reserved" };
  if (location === "header" && Object.hasOwn(headers, name.toLowerCase())) return undefined;
  if (location !== "query") return parameter;
  // The documents repeat paging members of the body as parameters.
  if (JSON_TYPES[protocol] !== undefined || drop.includes(name)) return undefined;
  return protocol === "query" || protocol === "ec2"
    ? { ...parameter, style: "numbered" }
    : parameter;
}

/** A JSON body with another media type. Operations without members require an empty object. */
function withType(operation: JsonObject, type: string): JsonObject {
  const content = Object.values(objectAt(objectAt(operation, "requestBody"), "content"))[0];
  const schema = ownValue(content, "schema") ?? { type: "object", additionalProperties: false };
  return { required: true, content: { [type]: { schema } } };
}

/** The document's schemas with the names that members have in requests. */
function correctComponents(document: JsonObject, rename: ServiceFacts["rename"]): JsonObject {
  if (rename === undefined) return {};
  const components = objectAt(document, "components");
  const newName = (schema: string, member: string) =>
    rename === "camelCase" ? lowerFirst(member) : (rename[`${schema}.${member}`] ?? member);
  const schemas = ownEntries(ownValue(components, "schemas")).map(([name, schema]) => {
    const properties = ownEntries(ownValue(schema, "properties"));
    if (!isObject(schema) || properties.length === 0) return [name, schema];
    return [
      name,
      {
        ...schema,
        properties: Object.fromEntries(
          properties.map(([member, value]) => [newName(name, member), value]),
        ),
        ...(Array.isArray(schema["required"]) && {
          required: schema["required"].map((member) => newName(name, String(member))),
        }),
      },
    ];
  });
  return { components: { ...components, schemas: Object.fromEntries(schemas) } };
}
