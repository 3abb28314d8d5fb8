import type { ValidateFunction } from "ajv/dist/2020.js";
import { createAjv } from "../callers/schemas.ts";
import { readJsonFiles } from "./folder.ts";

/** The version of ACP that is served, as its folder is called. */
const VERSION = "acp-2026-04-17";

/** The official schema of this name. */
export function findAcpSchema(name: string): ValidateFunction {
  const validate = (bundle ??= loadSchemas()).get(name);
  if (!validate) throw new Error(`${VERSION} has no schema ${name}`);
  return validate;
}

let bundle: ReadonlyMap<string, ValidateFunction> | undefined;

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

/** The official examples whose name matches, by their names. */
export const readAcpExamples = (name: RegExp): [string, any][] =>
  Object.values(readJsonFiles(VERSION, "examples/*.json")).flatMap((file) =>
    Object.entries<any>(file).filter(([key]) => name.test(key)),
  );

/** Where a body departs from what ACP has for it: the session, with its order once it is completed, or the error. */
export function acpErrors(_binding: string, body: any, status: number): string[] {
  const name =
    status >= 400
      ? "Error"
      : body?.status === "completed"
        ? "CheckoutSessionWithOrder"
        : "CheckoutSession";
  return schemaErrors(name, body);
}

/** Where a value departs from an official schema. */
export function schemaErrors(name: string, value: unknown): string[] {
  const validate = findAcpSchema(name);
  if (validate(value)) return [];
  return validate.errors!.map(
    ({ instancePath, message, params }) =>
      `by ACP's ${name}, ${instancePath || "the body"} ${message} ${JSON.stringify(params)}`,
  );
}
