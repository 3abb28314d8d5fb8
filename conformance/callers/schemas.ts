import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Schema } from "../../generated/table.ts";
import type { Spec } from "../services/spec.ts";

/**
 * Creates the suite's validator: Ajv with JSON Schema 2020-12 and formats. It shares no code with
 * the core's validator.
 */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  return ajv;
}

/** Creates a function that returns the errors of a value by a schema of the service's table. */
export function createSchemaChecker({ table }: Spec): (schema: Schema, value: unknown) => string[] {
  const ajv = createAjv();
  ajv.addSchema({ $id: "urn:jackfield:table", $defs: forbidExtraProperties(table.$defs) });
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema, value) => {
    let validate = compiled.get(schema);
    if (!validate) {
      validate = ajv.compile(forbidExtraProperties(resolveSchemaRef(schema)));
      compiled.set(schema, validate);
    }
    if (validate(value)) return [];
    return validate.errors!.map(
      ({ instancePath, message, params }) =>
        `${instancePath || "the body"} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** Closes all objects of a schema because responses must not contain undeclared properties. */
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
