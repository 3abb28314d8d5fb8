import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { type BindingName, table } from "../../generated/site/operations.ts";
import type { BindingEntry } from "../../generated/table.ts";
import { createAjv, parseBody } from "../callers/spec-validator.ts";
import type { TestResponse } from "../targets/target.ts";

const folder = process.env["STANDARDS_DIR"];

/** Why the official schemas aren't available, if so. */
export const missingReason = (): string | undefined => {
  if (!folder)
    return "STANDARDS_DIR is not set: it is a folder with the official schemas of UCP and ACP";
  return existsSync(folder) ? undefined : `STANDARDS_DIR is ${folder}, which is not there`;
};

/** Reads the JSON files of a standard whose paths match a pattern. Returns them by path. */
export function readJsonFiles(standard: string, pattern: string): Record<string, any> {
  const within = join(folder ?? "", standard);
  return Object.fromEntries(
    globSync(pattern, { cwd: within })
      .sort()
      .map((path) => [path, JSON.parse(readFileSync(join(within, path), "utf8"))]),
  );
}

/** The folder of the served ACP version. */
const VERSION = "acp-2026-04-17";

/** Returns the official schema with a name. */
export function findAcpSchema(name: string): ValidateFunction {
  schemas ??= loadSchemas();
  const validate = schemas.get(name);
  if (!validate) throw new Error(`${VERSION} has no schema ${name}`);
  return validate;
}

let schemas: ReadonlyMap<string, ValidateFunction> | undefined;

function loadSchemas(): ReadonlyMap<string, ValidateFunction> {
  const [schema] = Object.values(
    readJsonFiles(VERSION, "json-schema/schema.agentic_checkout.json"),
  );
  const ajv = createAjv();
  ajv.addSchema(schema);
  return new Map(
    Object.keys(schema.$defs).map((name) => [name, ajv.getSchema(`${schema.$id}#/$defs/${name}`)!]),
  );
}

/** Returns the official examples whose names match, with their names. */
export const readAcpExamples = (name: RegExp): [string, any][] =>
  Object.values(readJsonFiles(VERSION, "examples/*.json")).flatMap((file) =>
    Object.entries<any>(file).filter(([key]) => name.test(key)),
  );

/**
 * Returns the violations of the ACP schema for a body: the session, the session with its order once
 * it is completed, or the error.
 */
export function acpErrors(_binding: string, body: any, status: number): string[] {
  if (status >= 400) return schemaErrors("Error", body);
  const isCompleted = body?.status === "completed";
  return schemaErrors(isCompleted ? "CheckoutSessionWithOrder" : "CheckoutSession", body);
}

/** Returns the violations of an official schema. */
export function schemaErrors(name: string, value: unknown): string[] {
  const validate = findAcpSchema(name);
  if (validate(value)) return [];
  return validate.errors!.map(
    ({ instancePath, message, params }) =>
      `by ACP's ${name}, ${instancePath || "the body"} ${message} ${JSON.stringify(params)}`,
  );
}

/** A version of UCP with its official JSON Schemas. */
export interface UcpVersion {
  readonly version: string;
  /** Returns the schema with an ID, which may include a JSON Pointer. */
  schema(id: string): ValidateFunction;
  /** The ID of the schema for responses without a resource. */
  readonly error: string;
  /** The ID of the schema for /.well-known/ucp. */
  readonly profile: string;
}

const BASE = "https://ucp.dev/schemas";

/** The versions that responses must match: the served one and the next one. */
export const ucpVersions: () => readonly UcpVersion[] = memoize(() => [
  createVersion(
    "ucp-2026-04-08",
    `${BASE}/shopping/types/error_response.json`,
    `${BASE}/discovery/profile.json#/$defs/business_profile`,
  ),
  createVersion(
    "ucp-2026-08-25-approx",
    `${BASE}/common/types/error_response.json`,
    `${BASE}/profile.json#/$defs/business_schema`,
  ),
]);

function createVersion(version: string, error: string, profile: string): UcpVersion {
  const ajv = createAjv();
  for (const schema of Object.values(readJsonFiles(version, "schemas/**/*.json")))
    if (schema.$id) ajv.addSchema(schema);
  // References in the file are relative to its location, not to its ID.
  for (const schema of Object.values(readJsonFiles(version, "discovery/*.json")))
    ajv.addSchema(
      JSON.parse(JSON.stringify(schema).replaceAll("../schemas/ucp.json", "../ucp.json")),
    );
  return {
    version,
    error,
    profile,
    schema(id) {
      const validate = ajv.getSchema(id);
      if (!validate) throw new Error(`${version} has no schema ${id}`);
      return validate;
    },
  };
}

/** The schemas of successful responses, by operation. */
const SUCCESS_SCHEMAS: Readonly<Record<string, string>> = {
  createUcpCheckout: `${BASE}/shopping/checkout.json`,
  getUcpCheckout: `${BASE}/shopping/checkout.json`,
  updateUcpCheckout: `${BASE}/shopping/checkout.json`,
  completeUcpCheckout: `${BASE}/shopping/checkout.json`,
  cancelUcpCheckout: `${BASE}/shopping/checkout.json`,
  searchUcpCatalog: `${BASE}/shopping/catalog_search.json#/$defs/search_response`,
  lookupUcpCatalog: `${BASE}/shopping/catalog_lookup.json#/$defs/lookup_response`,
  getUcpProduct: `${BASE}/shopping/catalog_lookup.json#/$defs/get_product_response`,
};

/**
 * Returns the violations of each UCP version's schema in a successful response. A body with the
 * status `error` must match the error schema.
 */
export function ucpErrors(binding: string, body: any, status: number): string[] {
  if (status >= 300) return [];
  return ucpVersions().flatMap(({ version, schema, error }) => {
    const validate = schema(body?.ucp?.status === "error" ? error : SUCCESS_SCHEMAS[binding]!);
    if (validate(body)) return [];
    return validate.errors!.map(
      ({ instancePath, message, params }) =>
        `by UCP ${version}, ${instancePath || "the body"} ${message} ${JSON.stringify(params)}`,
    );
  });
}

/** Returns the violations of a UCP version's schema for business profiles. */
export function profileErrors(version: string, body: unknown): string[] {
  const { schema, profile } = ucpVersions().find((each) => each.version.includes(version))!;
  const validate = schema(profile);
  return validate(body)
    ? []
    : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function memoize<Value>(make: () => Value): () => Value {
  let cached: Value | undefined;
  return () => (cached ??= make());
}

/** The validators of response bodies, by the protocol's name in the spec. */
const VALIDATORS: Readonly<
  Record<string, (binding: string, body: unknown, status: number) => string[]>
> = {
  acp: acpErrors,
  ucp: ucpErrors,
};

/**
 * Returns the violations of the protocol's own schemas. Only the spec covers responses that have no
 * official schema.
 */
export function officialErrors(binding: BindingName, response: TestResponse): string[] {
  if (missingReason()) return [];
  const { protocol } = (table.bindings as Readonly<Record<string, BindingEntry>>)[binding]!;
  return VALIDATORS[protocol]?.(binding, parseBody(response), response.status) ?? [];
}
