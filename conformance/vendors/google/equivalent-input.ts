import { listAt, objectAt } from "../../../core/lib/kit/json/json-access.ts";
import type { HttpBinding } from "../../../core/lib/openapi-tools/index.ts";
import type { AppTool } from "../tool-requests.ts";
import type { ClientMethod } from "./client.ts";
import { fullPath, matchTemplate } from "./find-method.ts";
import { sampleValue } from "./sample-arguments.ts";

/** The same input for a method and for a tool. */
export interface EquivalentInput {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly args: Readonly<Record<string, unknown>>;
}

type ParameterSlot = HttpBinding["slots"][number];

/** The optional parameters of a rich input, in the query and in the body. */
const EXTRA = 4;

/** Parameters of all methods (https://cloud.google.com/apis/docs/system-parameters). */
export const STANDARD_PARAMETERS: ReadonlySet<string> = new Set([
  "alt",
  "fields",
  "prettyPrint",
  "quotaUser",
]);
/** Variables with one segment, although their template would keep slashes. */
const ONE_SEGMENT = /(?:[iI]d|[tT]ype|code)$/;

/** Creates an input with the required arguments, or a rich one with up to four more of each place. */
export function createEquivalentInput(
  appTool: AppTool,
  method: ClientMethod,
  { isRich }: { readonly isRich: boolean },
): EquivalentInput {
  const { tool } = appTool;
  const { slots, body, fixed = [] } = tool.binding;
  const properties = objectAt(tool.input, "properties");
  const required = new Set(listAt(tool.input, "required"));
  const parameters: Record<string, unknown> = {};
  const args: Record<string, unknown> = {};
  for (const { name, value } of fixed)
    if (method.parameters.has(name) || STANDARD_PARAMETERS.has(name)) parameters[name] = value;
  fillPath(appTool, method, parameters, args, isRich);
  let extra = isRich ? EXTRA : 0;
  for (const slot of slots) {
    const name = clientName(method, slot);
    if (slot.in !== "query" || name === undefined || Object.hasOwn(parameters, name)) continue;
    if (!isWanted(slot, required) && extra-- <= 0) continue;
    const sample = sampleValue(tool.input, properties[slot.argument], { isRich });
    const value = isRich && Array.isArray(sample) ? [...sample, ...sample] : sample;
    parameters[name] = value;
    args[slot.argument] = value;
  }
  const members: Record<string, unknown> = {};
  extra = isRich ? EXTRA : 0;
  for (const slot of slots) {
    if (slot.in !== "body" || (!isWanted(slot, required) && extra-- <= 0)) continue;
    if (slot.argument === body?.upload?.argument) continue;
    args[slot.argument] = sampleValue(tool.input, properties[slot.argument], { isRich });
    members[slot.name] = args[slot.argument];
  }
  if (body?.upload && (isRich || required.has(body.upload.argument))) {
    args[body.upload.argument] = { data: "aGkh", content_type: "image/png" };
    parameters["media"] = { mimeType: "image/png", body: "hi!" };
  }
  if (body?.argument !== undefined && (isRich || required.has(body.argument))) {
    args[body.argument] = sampleValue(tool.input, properties[body.argument], { isRich });
    parameters["requestBody"] = args[body.argument];
  } else if (Object.keys(members).length > 0) parameters["requestBody"] = members;
  return { parameters, args };
}

/** Whether a request has a parameter if the caller passes only what is required. */
const isWanted = ({ argument, fill }: ParameterSlot, required: ReadonlySet<unknown>): boolean =>
  required.has(argument) || fill !== undefined;

/** The client appends `_` to names that it uses itself, such as `resource`. */
const clientName = ({ parameters }: ClientMethod, { name }: ParameterSlot): string | undefined =>
  [name, `${name}_`].find((each) => parameters.has(each));

/** Fills in both paths. Their variables may have different names, and the tool's may be constant. */
function fillPath(
  appTool: AppTool,
  method: ClientMethod,
  parameters: Record<string, unknown>,
  args: Record<string, unknown>,
  isRich: boolean,
): void {
  const { tool } = appTool;
  const path = fullPath(appTool);
  const template = matchTemplate(method.path, path) ? method.path : method.uploadPath!;
  const segments = matchTemplate(template, path)!;
  [...template.matchAll(/\{(\+?)([^}]+)\}/g)].forEach(([, plus, name], index) => {
    const segment = segments[index]!;
    const isWhole = new RegExp(`^/v\\d\\w*/\\{\\+${name}\\}(?::\\w+)?$`).test(template);
    const isOne = plus === "+" && ONE_SEGMENT.test(name!) && !isWhole;
    const text = isOne || !/^\{[^}]+\}$/.test(segment) ? "p 1&2" : "a/b c&1";
    let value: unknown = segment;
    for (const [variable, documented] of segment.matchAll(/\{([^}]+)\}/g)) {
      const slot = tool.binding.slots.find(
        (each) => each.in === "path" && each.name === documented,
      )!;
      const schema = objectAt(tool.input, "properties")[slot.argument];
      const sample = sampleValue(tool.input, schema, { isRich });
      args[slot.argument] = typeof sample === "string" && /^x/.test(sample) ? text : sample;
      value =
        value === variable
          ? args[slot.argument]
          : String(value).replace(variable, String(args[slot.argument]));
    }
    parameters[name!] = value;
  });
}
