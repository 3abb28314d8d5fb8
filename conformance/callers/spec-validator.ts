import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { BindingName } from "../../generated/site/operations.ts";
import type { OperationEntry, Schema } from "../../generated/table.ts";
import type { OperationName } from "../case.ts";
import { type Spec, specs } from "../services/service.ts";
import type { TestRequest, TestResponse } from "../targets/target.ts";

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

/** Checks responses against the spec of a service. */
export interface SpecValidator {
  /** The errors of a value by a schema of the table. */
  schemaErrors(schema: Schema, value: unknown): string[];
  /**
   * Differences between a response and the declaration of its operation: status, media type, body
   * and headers.
   */
  operationViolations(name: OperationName, response: TestResponse): string[];
  /** Differences between a response and the declaration of its protocol operation. */
  bindingViolations(name: BindingName, response: TestResponse): string[];
  /** Violations of rules that apply to every response of the service. */
  generalViolations(response: TestResponse, request?: Partial<TestRequest>): string[];
}

/** Returns the validator of a service. */
export const validatorFor = ({ name }: Spec): SpecValidator => validators[name];

const validators: Readonly<Record<Spec["name"], SpecValidator>> = {
  site: createValidator(specs.site),
  platform: createValidator(specs.platform),
};

/** The validator of the site. */
export const { generalViolations, bindingViolations } = validators.site;

/** Returns the Content-Type without parameters. */
export function parseMediaType({ headers }: TestResponse): string {
  return (headers["content-type"] ?? "").split(";", 1)[0]!.trim();
}

/** Returns the parsed JSON body, or else the body as text. */
export function parseBody(response: TestResponse): unknown {
  if (!/[/+]json$/.test(parseMediaType(response))) return response.text;
  try {
    return JSON.parse(response.text);
  } catch {
    return response.text;
  }
}

type DeclaredResponses = Pick<OperationEntry, "method" | "path" | "responses">;

function createValidator(spec: Spec): SpecValidator {
  const { operations, bindings, $defs } = spec.table;
  const document = JSON.parse(readFileSync(spec.document, "utf8"));
  const schemaErrors = createSchemaChecker(spec);

  function violations(entry: DeclaredResponses, response: TestResponse): string[] {
    const { responses } = entry;
    const byType = responses[response.status];
    if (!byType)
      return [
        `status ${response.status} is not declared (declared: ${Object.keys(responses).join(", ")})`,
      ];
    const mediaType = parseMediaType(response);
    const schema = byType[mediaType];
    if (!schema)
      return [
        `${mediaType || "no media type"} is not declared for ${response.status} (declared: ${Object.keys(byType).join(", ")})`,
      ];
    return [...schemaErrors(schema, parseBody(response)), ...headerErrors(entry, response)];
  }

  function headerErrors(
    { method, path }: DeclaredResponses,
    { status, headers }: TestResponse,
  ): string[] {
    const declared = document.paths[path][method.toLowerCase()].responses[status].headers ?? {};
    return Object.entries<any>(declared).flatMap(([header, { required, schema }]) => {
      const value = headers[header.toLowerCase()];
      if (value === undefined) return required ? [`the header ${header} is missing`] : [];
      if (schema.type === "integer" && !/^-?\d+$/.test(value))
        return [`the header ${header} is "${value}", not an integer`];
      return [];
    });
  }

  function problemErrors(response: TestResponse): string[] {
    const problem = parseBody(response) as Record<string, unknown>;
    const errors = schemaErrors($defs["Problem"]!, problem);
    if (problem["status"] !== response.status)
      errors.push(
        `the problem has status ${problem["status"]}, but the response has ${response.status}`,
      );
    if (problem["type"] !== `urn:problem-type:jackfield:${problem["code"]}`)
      errors.push(`the problem type ${problem["type"]} doesn't match the code ${problem["code"]}`);
    if (problem["instance"] !== `urn:uuid:${response.headers["request-id"]}`)
      errors.push(`the problem instance ${problem["instance"]} is not the Request-Id`);
    return errors;
  }

  return {
    schemaErrors,
    operationViolations: (name, response) => violations(operations[name]!, response),
    bindingViolations: (name, response) => violations(bindings[name]!, response),
    generalViolations(response, { method = "GET", path = "", headers: sent = {} } = {}) {
      const { status, headers, bytes } = response;
      const violations: string[] = [];
      const id = headers["request-id"];
      const input = /^\/agent\/commerce\/[au]cp\//.test(path) ? sent["request-id"] : undefined;
      if (input !== undefined)
        violations.push(
          ...(id === input
            ? []
            : [
                `the header Request-Id is ${id ?? "missing"}, but must repeat the request's ${input}`,
              ]),
        );
      else if (!id || !/^[0-9a-f-]{36}$/.test(id))
        violations.push(`the header Request-Id is ${id ?? "missing"}, but must be a UUID`);
      // Responses of an upstream site don't follow the rules.
      if (headers["x-content-type-options"] !== "nosniff" && !headers["fixture-from-upstream"])
        violations.push("X-Content-Type-Options must be nosniff");
      const bodiless = method === "HEAD" || status === 204 || status === 304;
      if (bodiless && bytes.length > 0)
        violations.push(`${method} with ${status} has a body of ${bytes.length} bytes`);
      const announced = headers["content-length"];
      if (!bodiless && announced !== undefined && Number(announced) !== bytes.length) {
        violations.push(`Content-Length is ${announced}, but the body has ${bytes.length} bytes`);
      }
      if (bytes.length > 0 && !headers["content-type"])
        violations.push("the body has no Content-Type");
      if (
        /^(text\/(?!html)|application\/.*json)/.test(headers["content-type"] ?? "") &&
        !isUtf8(bytes)
      )
        violations.push("the body is not UTF-8");
      if (parseMediaType(response) === "application/problem+json" && bytes.length > 0)
        violations.push(...problemErrors(response));
      return violations;
    },
  };
}
