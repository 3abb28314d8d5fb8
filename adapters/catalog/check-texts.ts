import { listAt, objectAt, ownValue, textAt } from "../../core/lib/kit/json/json-access.ts";
import type { ToolRecord } from "../../core/lib/openapi-tools/index.ts";

/**
 * Returns the required arguments of a tool without a description, neither their own nor one of a
 * definition that they refer to. `definition` returns a schema of the app by its name.
 */
export function findUndescribed(
  { input }: Pick<ToolRecord, "input">,
  definition: (name: string) => unknown,
): readonly string[] {
  const properties = objectAt(input, "properties");
  return listAt(input, "required")
    .map(String)
    .filter((name) => !isDescribed(ownValue(properties, name), definition));
}

function isDescribed(schema: unknown, definition: (name: string) => unknown, depth = 0): boolean {
  if (textAt(schema, "description") !== undefined) return true;
  const name = textAt(schema, "$ref")?.split("/").at(-1);
  return name !== undefined && depth < 5 && isDescribed(definition(name), definition, depth + 1);
}
