import type { ClientOperation, ClientSchema } from "../../../adapters/catalog/aws/client.ts";
import { listAt, objectAt, ownValue, textAt } from "../../../core/lib/kit/json/json-access.ts";
import type { HttpTool } from "../tool-requests.ts";
import { findLocation, pick, readLabels, SAMPLE_DATE, sampleOf, wireNames } from "./members.ts";

/** The same input for a client and for a tool. */
export interface EquivalentInput {
  readonly client: Record<string, unknown>;
  readonly args: Record<string, unknown>;
  /** The argument that gets the client's body, because both pass XML or bytes unchanged. */
  readonly rawBody?: string | undefined;
}

interface Pair {
  readonly client: unknown;
  readonly argument: unknown;
}

/** The members of a rich input besides the required ones, at the top and below. */
const EXTRA = { top: 4, below: 2 };
/** Names of parameters that say which operation it is. */
const OPERATION_NAMES = /^(?:Action|Version|X-Amz-Target)$/i;

/**
 * Creates an input with the required members, or a rich one with up to four more, from the schema
 * of a client and that of a tool.
 */
export function createEquivalentInput(
  tool: HttpTool,
  { input, traits }: ClientOperation,
  options: { readonly isForm: boolean; readonly isRest: boolean; readonly isRich: boolean },
): EquivalentInput {
  return new InputBuilder(tool, options.isRich).build(input, traits.http?.[1] ?? "", options);
}

class InputBuilder {
  readonly #tool: HttpTool;
  readonly #isRich: boolean;
  readonly #client: Record<string, unknown> = {};
  readonly #args: Record<string, unknown> = {};
  #rawBody: string | undefined;

  constructor(tool: HttpTool, isRich: boolean) {
    this.#tool = tool;
    this.#isRich = isRich;
  }

  build(
    input: ClientSchema,
    template: string,
    { isForm, isRest }: { readonly isForm: boolean; readonly isRest: boolean },
  ): EquivalentInput {
    const { binding } = this.#tool;
    const properties = objectAt(this.#tool.input, "properties");
    const required = new Set(listAt(this.#tool.input, "required"));
    let extra = this.#isRich ? EXTRA.top : 0;
    for (const [name, member] of input.structIterator()) {
      const { httpPayload, httpQueryParams, httpPrefixHeaders, httpLabel } =
        member.getMergedTraits();
      if (httpQueryParams || httpPrefixHeaders !== undefined) continue;
      const location = isRest ? findLocation(member) : undefined;
      if (location === "body" && binding.body?.argument && !/json/.test(binding.body.type)) {
        this.#rawBody = binding.body.argument;
        this.#client[name] = sampleOf(member, name, 0);
        continue;
      }
      if (httpPayload && isRest) {
        this.#addPayload(name, member);
        continue;
      }
      const argument = this.#findArgument(name, member, location, template);
      if (argument === undefined || properties[argument] === undefined) continue;
      if (!required.has(argument) && extra-- <= 0) continue;
      const pair = this.#pair(member, properties[argument], name, 1, httpLabel !== undefined);
      this.#client[name] = pair.client;
      this.#args[argument] = pair.argument;
    }
    this.#addConstants(input);
    if (isForm) this.#fillPath();
    return { client: this.#client, args: this.#args, rawBody: this.#rawBody };
  }

  /** The argument of a member: by its name, or for a label by its position. */
  #findArgument(
    name: string,
    member: ClientSchema,
    location: string | undefined,
    template: string,
  ): string | undefined {
    const { slots, path } = this.#tool.binding;
    const candidates = slots.filter((slot) => location === undefined || slot.in === location);
    const names = wireNames(name, member);
    const found =
      pick(candidates, names, ({ argument }) => argument) ??
      pick(candidates, names, (slot) => slot.name);
    if (found || location !== "path") return found?.argument;
    const position = readLabels(template).indexOf(name);
    const documented = readLabels(path)[position];
    return candidates.find((slot) => slot.name === documented)?.argument;
  }

  /** A body that is one member of the input, whose members may be arguments. */
  #addPayload(name: string, member: ClientSchema): void {
    const { slots, body } = this.#tool.binding;
    const properties = objectAt(this.#tool.input, "properties");
    const required = listAt(this.#tool.input, "required");
    if (body?.argument !== undefined) {
      if (!this.#isRich && !required.includes(body.argument)) return;
      const pair = this.#pair(member, properties[body.argument], name, 1);
      this.#client[name] = pair.client;
      this.#args[body.argument] = pair.argument;
      return;
    }
    if (!member.isStructSchema()) return;
    const inBody = slots.filter((slot) => slot.in === "body");
    const { client, argument } = this.#struct(
      member,
      {
        properties: Object.fromEntries(
          inBody.map((slot) => [slot.name, properties[slot.argument]]),
        ),
        required: inBody
          .filter((slot) => required.includes(slot.argument))
          .map((slot) => slot.name),
      },
      2,
    );
    if (Object.keys(client).length === 0) return;
    this.#client[name] = client;
    for (const slot of inBody)
      if (Object.hasOwn(argument, slot.name)) this.#args[slot.argument] = argument[slot.name];
  }

  /** Gives the client the constants of the binding, such as a parameter with one possible value. */
  #addConstants(input: ClientSchema): void {
    for (const { name, value } of this.#tool.binding.fixed ?? []) {
      if (OPERATION_NAMES.test(name)) continue;
      for (const [member, schema] of input.structIterator()) {
        const isSame = wireNames(member, schema).some(
          (each) => each.toLowerCase() === name.toLowerCase(),
        );
        if (!isSame || this.#client[member] !== undefined) continue;
        if (schema.isBooleanSchema()) this.#client[member] = value === "true";
        else this.#client[member] = schema.isNumericSchema() ? Number(value) : value;
      }
    }
  }

  /** Services with the queue in the path: the client takes its URL instead. */
  #fillPath(): void {
    const { slots } = this.#tool.binding;
    const inPath = slots.filter((slot) => slot.in === "path");
    for (const { argument, name } of inPath)
      this.#args[argument] = name === "AccountNumber" ? "123456789012" : "my-queue";
    if (inPath.length > 0)
      this.#client["QueueUrl"] = "https://sqs.eu-west-1.amazonaws.com/123456789012/my-queue";
  }

  #pair(
    schema: ClientSchema,
    documented: unknown,
    name: string,
    depth: number,
    isLabel = false,
  ): Pair {
    const own = this.#resolve(documented);
    if (schema.isListSchema()) {
      const item = this.#pair(schema.getValueSchema(), ownValue(own, "items"), name, depth + 1);
      const count = this.#isRich && depth < 2 && !ownValue(own, "uniqueItems") ? 2 : 1;
      return {
        client: Array.from({ length: count }, () => item.client),
        argument: Array.from({ length: count }, () => item.argument),
      };
    }
    if (schema.isMapSchema()) {
      const values = ownValue(own, "additionalProperties");
      const value = this.#pair(schema.getValueSchema(), values, name, depth + 1);
      return { client: { key: value.client }, argument: { key: value.argument } };
    }
    if (schema.isStructSchema()) return this.#struct(schema, own, depth);
    const isNumber = /^(?:number|integer)$/.test(textAt(own, "type") ?? "");
    if (schema.isTimestampSchema())
      return {
        client: new Date(SAMPLE_DATE),
        argument: isNumber ? Date.parse(SAMPLE_DATE) / 1000 : SAMPLE_DATE,
      };
    if (schema.isBlobSchema())
      return {
        client: new TextEncoder().encode("hi"),
        argument: schema.isStreaming() ? "hi" : "aGk=",
      };
    if (schema.isBooleanSchema()) return { client: true, argument: true };
    if (schema.isNumericSchema()) return { client: 7, argument: 7 };
    if (isNumber) return { client: "7", argument: 7 };
    const text = this.#text(own, name, isLabel);
    return { client: text, argument: text };
  }

  #text(documented: object, name: string, isLabel: boolean): string {
    const [value] = listAt(documented, "enum");
    if (typeof value === "string") return value;
    if (/arn$/i.test(name)) return "arn:aws:kinesis:eu-west-1:123456789012:stream/x";
    if (/region/i.test(name)) return "us-west-2";
    if (/account.?id/i.test(name)) return "123456789012";
    if (/^bucket$/i.test(name)) return "my-bucket";
    return this.#isRich && !isLabel && textAt(documented, "pattern") === undefined
      ? `v ${name}&1`
      : `v-${name}`;
  }

  #struct(
    schema: ClientSchema,
    documented: object,
    depth: number,
  ): { client: Record<string, unknown>; argument: Record<string, unknown> } {
    const client: Record<string, unknown> = {};
    const argument: Record<string, unknown> = {};
    const properties = objectAt(documented, "properties");
    const required = new Set(listAt(documented, "required"));
    let extra = this.#isRich && depth < 3 ? EXTRA.below : 0;
    for (const [name, member] of schema.structIterator()) {
      const isUnion = schema.isUnionSchema();
      const isFirst = Object.keys(client).length === 0;
      const key = pick(Object.keys(properties), wireNames(name, member), (each) => each);
      if (key === undefined || depth > 7 || (isUnion && !isFirst)) continue;
      const isWanted = required.has(key) || isUnion || (depth <= 5 && extra-- > 0);
      if (!isWanted) continue;
      const pair = this.#pair(member, properties[key], name, depth + 1);
      client[name] = pair.client;
      argument[key] = pair.argument;
    }
    return { client, argument };
  }

  #resolve(schema: unknown, depth = 0): object {
    if (typeof schema !== "object" || schema === null || depth > 8) return {};
    const reference = textAt(schema, "$ref");
    if (reference !== undefined) {
      const name = reference.split("/").at(-1)!;
      return this.#resolve(objectAt(this.#tool.input, "$defs")[name], depth + 1);
    }
    const parts = listAt(schema, "allOf").map((part) => this.#resolve(part, depth + 1));
    return parts.length > 0 ? Object.assign({}, schema, ...parts) : schema;
  }
}
