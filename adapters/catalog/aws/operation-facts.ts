import {
  type JsonObject,
  listAt,
  objectAt,
  ownValue,
  textAt,
} from "../../../core/lib/kit/json/json-access.ts";
import { dereference } from "../../../core/lib/kit/json/json-pointer.ts";
import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { TimestampTree } from "../../../core/lib/openapi-tools/index.ts";
import type { ClientOperation, ClientSchema } from "./client.ts";
import type { OperationFacts, ServiceFacts } from "./facts.ts";
import { type Findings, type RenamedMembers, SchemaWalker } from "./schema-walker.ts";

/** An operation of a document. */
export interface DocumentOperation {
  readonly document: unknown;
  readonly path: string;
  readonly parameters: readonly JsonObject[];
  readonly body: unknown;
}

type Protocol = ServiceFacts["protocol"];

/** Compares the members of an operation in its client and in its document. */
export function findOperationFacts(
  { input, traits }: ClientOperation,
  operation: DocumentOperation,
  protocol: Protocol,
  rename: RenamedMembers,
): OperationFacts {
  const findings: Findings = { names: {}, times: {}, rename, members: {} };
  const walker = new SchemaWalker(operation.document, protocol, findings);
  const greedy: string[] = [];
  const isForm = protocol === "query" || protocol === "ec2";
  const isRest = protocol === "rest-json" || protocol === "rest-xml";
  const parameters = (location: string) =>
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => textAt(parameter, "in") === location)
        .map((parameter) => [readName(parameter), ownValue(parameter, "schema")]),
    );
  if (isForm) walker.visitMembers(input, { properties: parameters("query") }, "", undefined, []);
  else if (isRest) {
    greedy.push(...findGreedyLabels(traits.http?.[1] ?? "", operation.path));
    walker.visitBound(input, (location) => ({ properties: parameters(location) }), operation.body);
  } else walker.visitMembers(input, operation.body, "", undefined, []);
  const queries = isRest ? knownQueries(input, traits.http?.[1] ?? "") : undefined;
  const markers = [...new URLSearchParams(traits.http?.[1]?.split("?")[1] ?? "")]
    .filter(([name, value]) => value === "" && Object.hasOwn(parameters("query"), name))
    .map(([name]) => name);
  const drop = queries
    ? operation.parameters
        .filter((parameter) => textAt(parameter, "in") === "query")
        .map(readName)
        .filter((name) => !queries.has(name) && !queries.has("*"))
    : [];
  return {
    ...(traits.endpoint && { host: toParameterNames(traits.endpoint[0], input) }),
    ...(Object.keys(findings.names).length > 0 && { names: findings.names }),
    ...(Object.keys(findings.times).length > 0 && { times: findings.times }),
    ...(Object.keys(findings.members).length > 0 && { members: findings.members }),
    ...(markers.length > 0 && { markers }),
    ...(greedy.length > 0 && { greedy }),
    ...(drop.length > 0 && { drop }),
  };
}

/** A host prefix with the names of parameters in place of those of members. */
const toParameterNames = (prefix: string, input: ClientSchema): string =>
  prefix.replaceAll(/\{(\w+)\}/g, (label, name: string) => {
    const member = [...input.structIterator()].find(([each]) => each === name)?.[1];
    const { httpHeader, httpQuery } = member?.getMergedTraits() ?? {};
    return (httpHeader ?? httpQuery) ? `{${httpHeader ?? httpQuery}}` : label;
  });

/** The query parameters of an operation, with `*` if it accepts any. */
function knownQueries(input: ClientSchema, template: string): Set<string> {
  const names = new Set(new URLSearchParams(template.split("?")[1] ?? "").keys());
  for (const [, member] of input.structIterator()) {
    const { httpQuery, httpQueryParams } = member.getMergedTraits();
    if (httpQuery !== undefined) names.add(httpQuery);
    if (httpQueryParams) names.add("*");
  }
  return names;
}

const readName = (parameter: unknown): string =>
  requireValue(textAt(parameter, "name"), "the name of a parameter");

/** The document's names of labels that may contain slashes, which are matched by their position. */
function findGreedyLabels(template: string, path: string): string[] {
  const labels = (text: string) => [...text.replace(/[?#].*$/s, "").matchAll(/\{([^}]+)\}/g)];
  const documented = labels(path);
  return labels(template).flatMap(([, label = ""], position) =>
    label.endsWith("+")
      ? [
          documented.find(([, name]) => name === label.slice(0, -1))?.[1] ??
            documented[position]?.[1] ??
            [],
        ].flat()
      : [],
  );
}

/** The timestamps in a body of JSON, as its document describes them. */
export function findDocumentedTimestamps(document: unknown, body: unknown): TimestampTree {
  const visit = (schema: unknown, stack: readonly unknown[]): TimestampTree[string] | undefined => {
    const object = dereference(document, schema);
    if (!object || stack.includes(object)) return undefined;
    if (textAt(object, "format") === "date-time") return "unix";
    const below = [...stack, object];
    const [part] = listAt(object, "allOf");
    if (part !== undefined) return visit(part, below);
    if (Object.hasOwn(object, "items")) return visit(object["items"], below);
    const members = [
      ...Object.entries(objectAt(object, "properties")),
      ["*", ownValue(object, "additionalProperties")] as const,
    ].flatMap(([name, member]) => {
      const found = visit(member, below);
      return found === undefined ? [] : [[name, found] as const];
    });
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  };
  const found = visit(body, []);
  return typeof found === "object" ? found : {};
}
