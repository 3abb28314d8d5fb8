import { textBefore } from "../../../kit/text/text-before.ts";
import type { HttpBinding, ParameterSlot, TimestampTree } from "../../tool-record.ts";
import type { RequestFormat } from "../compile-options.ts";

type Body = NonNullable<HttpBinding["body"]>;

export const withChecksum = (body: Body, { checksum }: RequestFormat): Body =>
  checksum ? { ...body, checksum } : body;

/**
 * The names and timestamps of a binding: those of the arguments that the tool has. `bodyArgument` is
 * the argument that is the whole body.
 */
export function placeFormats(
  { names = {}, timestamps = {} }: RequestFormat,
  slots: readonly ParameterSlot[],
  bodyArgument: string | undefined,
): Pick<HttpBinding, "names" | "timestamps"> {
  const parameters = new Set(slots.map(({ name }) => name));
  const usedNames = Object.entries(names).filter(([path]) => parameters.has(textBefore(path, ".")));
  const tree: Record<string, TimestampTree[string]> = {};
  for (const { argument, in: location, name } of slots) {
    if (location === "body" && argument === bodyArgument) {
      const inBody = Object.entries(timestamps).filter(
        ([member]) => !slots.some((slot) => slot.in !== "body" && slot.name === member),
      );
      if (inBody.length > 0) tree[argument] = Object.fromEntries(inBody);
    } else {
      const format = Object.hasOwn(timestamps, name) ? timestamps[name] : undefined;
      if (format !== undefined) tree[argument] = format;
    }
  }
  return {
    ...(usedNames.length > 0 && { names: Object.fromEntries(usedNames) }),
    ...(Object.keys(tree).length > 0 && { timestamps: tree }),
  };
}
