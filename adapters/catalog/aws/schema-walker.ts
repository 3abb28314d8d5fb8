import {
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  ownValue,
  textAt,
} from "../../../core/lib/kit/json/json-access.ts";
import { dereference } from "../../../core/lib/kit/json/json-pointer.ts";
import type { TimestampTree } from "../../../core/lib/openapi-tools/index.ts";
import type { ClientSchema } from "./client.ts";
import type { ServiceFacts } from "./facts.ts";

type Protocol = ServiceFacts["protocol"];

/** The facts of an operation, and the renamed members of the document's schemas. */
export interface Findings {
  readonly names: Record<string, string>;
  readonly times: TimestampTree;
  readonly rename: RenamedMembers;
  readonly members: Record<string, string>;
}

/** The members of schemas whose names in requests are others: all members, to find a rule. */
export type RenamedMembers = Map<string, string>;

/** The numbers of timestamp formats in the schemas of clients. */
const HTTP_DATE = 6;
const EPOCH_SECONDS = 7;
const DATE_TIME = 5;

/** Visits the members of a client's schema that a document has, and notes their differences. */
export class SchemaWalker {
  readonly #document: unknown;
  readonly #protocol: Protocol;
  readonly #findings: Findings;

  constructor(document: unknown, protocol: Protocol, findings: Findings) {
    this.#document = document;
    this.#protocol = protocol;
    this.#findings = findings;
  }

  /** Visits the members of an input whose traits say where in the request they are. */
  visitBound(
    input: ClientSchema,
    parameters: (location: string) => JsonObject,
    body: unknown,
  ): void {
    const inBody: [string, ClientSchema][] = [];
    for (const [name, member] of input.structIterator()) {
      const { httpHeader, httpQuery, httpLabel, httpPayload, httpPrefixHeaders, httpQueryParams } =
        member.getMergedTraits();
      if (httpPrefixHeaders !== undefined || httpQueryParams) continue;
      if (httpPayload) {
        if (member.isStructSchema() && this.#protocol === "rest-json")
          this.visitMembers(member, body, "", undefined, []);
      } else if (httpHeader !== undefined || httpQuery !== undefined || httpLabel) {
        const wireName = httpHeader ?? httpQuery ?? name;
        const inUrl = httpQuery === undefined ? "path" : "query";
        const location = httpHeader === undefined ? inUrl : "header";
        const schema = ownValue(objectAt(parameters(location), "properties"), wireName);
        if (schema !== undefined && member.isTimestampSchema())
          this.#addTimestamp(member, schema, wireName, location);
      } else inBody.push([name, member]);
    }
    if (this.#protocol === "rest-json") this.#visitEach(inBody, body, "", []);
  }

  visitMembers(
    struct: ClientSchema,
    schema: unknown,
    path: string,
    component: string | undefined,
    stack: readonly unknown[],
  ): void {
    if (struct.isStructSchema())
      this.#visitEach(struct.structIterator(), schema, path, stack, component);
  }

  #visitEach(
    members: Iterable<[string, ClientSchema]>,
    schema: unknown,
    path: string,
    stack: readonly unknown[],
    parent?: string,
  ): void {
    const resolved = this.#resolve(schema);
    const component = resolved.component ?? parent;
    const properties = objectAt(resolved.schema, "properties");
    const documented = Object.keys(properties);
    for (const [name, member] of members) {
      const names = this.#wireNames(name, member);
      const found =
        names.find((each) => documented.includes(each)) ??
        documented.find((each) => names.some((own) => own.toLowerCase() === each.toLowerCase()));
      const [wireName] = names;
      if (found === undefined || wireName === undefined) continue;
      const isForm = this.#isForm();
      if (!isForm && component !== undefined)
        this.#findings.rename.set(`${component}.${found}`, wireName);
      else if (!isForm && found !== wireName)
        this.#findings.members[path === "" ? found : `${path}.${found}`] = wireName;
      const key = isForm ? found : wireName;
      this.#visit(
        member,
        properties[found],
        path === "" ? key : `${path}.${key}`,
        key,
        wireName,
        stack,
      );
    }
  }

  #visit(
    member: ClientSchema,
    documented: unknown,
    path: string,
    key: string,
    wireName: string,
    stack: readonly unknown[],
  ): void {
    const raw = member.getSchema();
    if (stack.includes(raw) && typeof raw === "object") return;
    const below = [...stack, raw];
    const { schema } = this.#resolve(documented);
    const traits = member.getMergedTraits();
    if (member.isListSchema()) {
      this.#addName(path, `${key}.#`, this.#listName(wireName, member));
      const items = ownValue(schema, "items");
      const value = member.getValueSchema();
      if (value.isTimestampSchema()) this.#addTimestamp(value, items, path, "body");
      else if (value.isStructSchema()) this.visitMembers(value, items, path, undefined, below);
      else if (value.isListSchema() || value.isMapSchema())
        this.#visit(value, items, `${path}.*`, "", "", below);
    } else if (member.isMapSchema()) {
      if (this.#isForm()) {
        const keyName = member.getKeySchema().getMergedTraits().xmlName ?? "key";
        const valueName = member.getValueSchema().getMergedTraits().xmlName ?? "value";
        const prefix = traits.xmlFlattened ? `${wireName}.#` : `${wireName}.entry.#`;
        this.#findings.names[path] = `${prefix}.${keyName}=${valueName}`;
      }
      const values = ownValue(schema, "additionalProperties");
      const value = member.getValueSchema();
      if (value.isTimestampSchema()) this.#addTimestamp(value, values, `${path}.*`, "body");
      else if (value.isStructSchema())
        this.visitMembers(value, values, `${path}.*`, undefined, below);
      else if (value.isListSchema() || value.isMapSchema())
        this.#visit(value, values, `${path}.*`, "", "", below);
    } else {
      this.#addName(path, key, wireName);
      if (member.isTimestampSchema()) this.#addTimestamp(member, schema, path, "body");
      else if (member.isStructSchema())
        this.visitMembers(member, documented, path, undefined, below);
    }
  }

  #isForm(): boolean {
    return this.#protocol === "query" || this.#protocol === "ec2";
  }

  /** The name in requests, and other names that the document may have. */
  #wireNames(name: string, member: ClientSchema): string[] {
    const { jsonName, xmlName, ec2QueryName } = member.getMergedTraits();
    const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
    const wireName = {
      "json-1.0": name,
      "json-1.1": name,
      query: xmlName ?? name,
      ec2: ec2QueryName ?? capitalized(xmlName ?? name),
      "rest-json": jsonName ?? name,
      "rest-xml": xmlName ?? name,
    }[this.#protocol];
    return [wireName, name, ...(xmlName === undefined ? [] : [xmlName])];
  }

  #listName(wireName: string, list: ClientSchema): string {
    if (this.#protocol === "ec2" || list.getMergedTraits().xmlFlattened) return `${wireName}.#`;
    return `${wireName}.${list.getValueSchema().getMergedTraits().xmlName ?? "member"}.#`;
  }

  #addName(path: string, byDefault: string, name: string): void {
    if (this.#isForm() && name !== byDefault) this.#findings.names[path] = name;
  }

  /** Adds a timestamp that callers pass as text, unless requests have the same text. */
  #addTimestamp(member: ClientSchema, documented: unknown, path: string, location: string): void {
    const type = ownValue(this.#resolve(documented).schema, "type");
    if (type === "integer" || type === "number") return;
    const format = member.getSchema();
    if (format === DATE_TIME) return;
    if (format === HTTP_DATE || (location === "header" && format !== EPOCH_SECONDS))
      this.#setTimestamp(path, "http");
    else if (format === EPOCH_SECONDS || (location === "body" && this.#protocol.includes("json")))
      this.#setTimestamp(path, "unix");
  }

  #setTimestamp(path: string, format: "unix" | "http"): void {
    const steps = path.split(".");
    const last = steps.pop() ?? path;
    let tree = this.#findings.times as Record<string, unknown>;
    for (const step of steps) {
      tree[step] ??= {};
      tree = tree[step] as Record<string, unknown>;
    }
    tree[last] = format;
  }

  /** Follows references, and `allOf` that only adds a description. */
  #resolve(schema: unknown): { schema: JsonObject; component?: string } {
    const reference = textAt(schema, "$ref");
    const object = dereference(this.#document, schema);
    const component = reference?.split("/").at(-1);
    if (!object) return { schema: {} };
    const parts = listAt(object, "allOf");
    if (parts.length === 0 || Object.keys(objectAt(object, "properties")).length > 0)
      return { schema: object, ...(component !== undefined && { component }) };
    const main = parts.find((part) => isObject(part) && textAt(part, "$ref") !== undefined);
    return main === undefined ? { schema: object } : this.#resolve(main);
  }
}
