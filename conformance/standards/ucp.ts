import type { ValidateFunction } from "ajv/dist/2020.js";
import { createAjv } from "../callers/schemas.ts";
import { readJsonFiles } from "./folder.ts";

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
