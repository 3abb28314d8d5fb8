import type { ValidateFunction } from "ajv/dist/2020.js";
import { createAjv } from "../callers/schemas.ts";
import { readJsonFiles } from "./folder.ts";

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
