import type { ValidateFunction } from "ajv/dist/2020.js";
import { createAjv } from "../callers/schemas.ts";
import { readJsonFiles } from "./folder.ts";

/** A version of UCP as its official JSON Schemas have it. */
export interface UcpVersion {
  readonly version: string;
  /** The schema of this id, with or without a pointer into it. */
  schema(id: string): ValidateFunction;
  /** The id of what is answered where there is no resource. */
  readonly error: string;
  /** The id of what a business publishes at /.well-known/ucp. */
  readonly profile: string;
}

const BASE = "https://ucp.dev/schemas";

/** The versions that answers are held against: the one that is served, and the one after it. */
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
  // The file's own references are to where it lies, not to where its id says.
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

/** The schema of each binding's success. */
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

/** Where the body of a success departs from what each version of UCP has for the binding; one that says `error` from its error. */
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

/** Where a profile departs from what its version of UCP has for a business. */
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
