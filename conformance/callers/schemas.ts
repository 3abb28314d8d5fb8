import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Schema } from "../../generated/table.ts";
import type { Spec } from "../services/spec.ts";

/** ajv as the suite's judge: JSON Schema 2020-12 with formats, and nothing of the core's validator. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  return ajv;
}

/** What is wrong with a value by a schema of a service's table; nothing if it fits. */
export function createSchemaChecker({ table }: Spec): (schema: Schema, value: unknown) => string[] {
  const ajv = createAjv();
  ajv.addSchema({ $id: "urn:jackfield:table", $defs: forbidExtraProperties(table.$defs) });
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema, value) => {
    let validate = compiled.get(schema);
    if (!validate)
      compiled.set(
        schema,
        (validate = ajv.compile(forbidExtraProperties(resolveSchemaRef(schema)))),
      );
    if (validate(value)) return [];
    return validate.errors!.map(
      ({ instancePath, message, params }) =>
        `${instancePath || "the body"} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** The schema with no room for members that it does not name: an answer says what the spec says, and nothing besides. */
function forbidExtraProperties(schema: any): any {
  if (Array.isArray(schema)) return schema.map(forbidExtraProperties);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, forbidExtraProperties(value)]),
  );
  return schema.type === "object" && schema.properties && !("additionalProperties" in schema)
    ? { ...inner, additionalProperties: false }
    : inner;
}

const resolveSchemaRef = (schema: Schema): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"urn:jackfield:table#/$defs/'));
