import type { ValidateFunction } from "ajv/dist/2020.js";
import { createAjv } from "../callers/spec-validator.ts";
import { readJsonFiles } from "./index.ts";

/**
 * The operations whose requests are checkouts. `ucp_request` in the response schema describes them.
 */
export type CheckoutStep = "create" | "update" | "complete";

const SCHEMAS = "https://ucp.dev/schemas/shopping";

/** Compiles the official request schema of an operation, in the version named by the folder. */
export function compileRequestSchema(folder: string, step: CheckoutStep): ValidateFunction {
  const ajv = createAjv();
  for (const schema of Object.values(readJsonFiles(folder, "schemas/**/*.json")))
    if (schema.$id) ajv.addSchema(toRequestSchema(schema, step));
  return ajv.getSchema(`${SCHEMAS}/checkout.json`)!;
}

/** Compiles the official request schema of a catalog operation. */
export function compileCatalogRequestSchema(
  folder: string,
  name: "search" | "lookup" | "get_product",
): ValidateFunction {
  const ajv = createAjv();
  for (const schema of Object.values(readJsonFiles(folder, "schemas/**/*.json")))
    if (schema.$id) ajv.addSchema(schema);
  return ajv.getSchema(
    `${SCHEMAS}/catalog_${name === "search" ? "search" : "lookup"}.json#/$defs/${name}_request`,
  )!;
}

/** Applies `ucp_request` for a step: it omits properties or makes them required. */
function toRequestSchema(schema: any, step: CheckoutStep): any {
  if (Array.isArray(schema)) return schema.map((each) => toRequestSchema(each, step));
  if (typeof schema !== "object" || schema === null) return schema;
  const whole = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, toRequestSchema(value, step)]),
  );
  // Properties may themselves be named `properties` and `required`.
  if (!whole["properties"] || !Array.isArray(whole["required"] ?? [])) return whole;
  const properties: Record<string, any> = {};
  const required = new Set<string>(whole["required"] ?? []);
  for (const [name, { ucp_request: word, ...property }] of Object.entries<any>(
    whole["properties"],
  )) {
    const requirement: string | undefined = typeof word === "string" ? word : word?.[step];
    if (requirement === "omit" || requirement === "optional") required.delete(name);
    if (requirement === "required") required.add(name);
    if (requirement !== "omit") properties[name] = property;
  }
  return { ...whole, properties, required: [...required] };
}
