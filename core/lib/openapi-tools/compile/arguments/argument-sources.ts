import type { Schema } from "../../../json-schema/index.ts";
import { listAt, objectAt, ownValue, textAt } from "../../../kit/json/json-access.ts";
import type { ParameterSlot } from "../../tool-record.ts";
import { MAX_LENGTH } from "../documents/plain-text.ts";
import { identifiedNoun, labelIdentifier } from "../names/identifiers.ts";
import { singular, snake } from "../names/naming.ts";
import type { ToolDraft } from "../tool.ts";

/** A tool and the path in its document. */
interface DocumentedTool {
  readonly draft: ToolDraft;
  readonly path: string;
}

/**
 * Adds to the descriptions of required arguments which tool of the app returns their value: `ID of
 * the issue. From tracker.issues_list.` Arguments that the document describes keep its words.
 */
export function withArgumentSources(tools: readonly DocumentedTool[]): ToolDraft[] {
  const lists = indexLists(tools);
  return tools.map((tool) => {
    const { draft } = tool;
    const properties = objectAt(draft.input, "properties");
    const described = listAt(draft.input, "required").flatMap((name) => {
      const property = ownValue(properties, String(name)) as Schema | undefined;
      const description = property && describeArgument(tool, String(name), property, lists);
      return description ? [[name, { ...property, description }]] : [];
    });
    if (described.length === 0) return draft;
    const input = {
      ...draft.input,
      properties: { ...properties, ...Object.fromEntries(described) },
    };
    return { ...draft, input };
  });
}

/** The tools of an app that list resources: by their path, and by what they list. */
interface Lists {
  readonly byPath: ReadonlyMap<string, DocumentedTool>;
  readonly byNoun: ReadonlyMap<string, DocumentedTool>;
  /** The names of all tools. */
  readonly names: ReadonlySet<string>;
}

function indexLists(tools: readonly DocumentedTool[]): Lists {
  const byPath = new Map<string, DocumentedTool>();
  const byNoun = new Map<string, DocumentedTool>();
  const isBetter = (tool: DocumentedTool, known: DocumentedTool | undefined) =>
    !known ||
    countRequired(tool) < countRequired(known) ||
    (countRequired(tool) === countRequired(known) && tool.path.length < known.path.length);
  for (const tool of tools) {
    const { draft, path } = tool;
    if (!draft.annotations.readOnly) continue;
    if (draft.binding?.method === "GET" && !byPath.has(normalize(path)))
      byPath.set(normalize(path), tool);
    for (const noun of listedNouns(tool))
      if (isBetter(tool, byNoun.get(noun))) byNoun.set(noun, tool);
  }
  return { byPath, byNoun, names: new Set(tools.map(({ draft }) => draft.name)) };
}

const countRequired = ({ draft }: DocumentedTool): number => listAt(draft.input, "required").length;

const normalize = (path: string): string =>
  path.replace(/\{[^{}]*\}/g, "{}").replace(/(?<=.)\/+$/, "");

/** What a tool lists, by its name (`list_issues`) and its path (`GET /issues`, `/calendarList`). */
function listedNouns({ draft, path }: DocumentedTool): string[] {
  const step = path.split("/").at(-1) ?? "";
  if (/[{}]/.test(step)) return [];
  const nouns: string[] = [];
  const words = draft.name.slice(draft.name.indexOf(".") + 1).split("_");
  const verbAt = words.findIndex((word) => /^(?:list|get|describe)$/.test(word));
  if (verbAt === 0 || verbAt === words.length - 1) {
    const rest = words.toSpliced(verbAt, 1);
    const last = rest.at(-1) ?? "";
    if (last !== singular(last)) nouns.push([...rest.slice(0, -1), singular(last)].join("_"));
  }
  if (draft.binding?.method === "GET" && !/[?#]/.test(step)) {
    const plural = snake(step).replace(/(?<=[a-z])_list$/, "s");
    if (plural !== singular(plural)) nouns.push(singular(plural));
  }
  return nouns;
}

/** Returns the new description of an argument, or undefined if there is nothing to add. */
function describeArgument(
  tool: DocumentedTool,
  name: string,
  property: Schema,
  lists: Lists,
): string | undefined {
  if (listAt(property, "enum").length > 0 || Object.hasOwn(property, "const")) return undefined;
  const slot = tool.draft.binding?.slots.find(({ argument }) => argument === name);
  if (!slot) return undefined;
  const collection = collectionPath(tool.path, slot);
  const parent = singular(snake(collection?.split("/").at(-1) ?? ""));
  const noun = identifiedNoun(slot.name, {
    isInPath: slot.in === "path",
    parent,
    isListed: (own) => lists.byNoun.has(own),
  });
  if (noun === undefined || !isScalar(property)) return undefined;
  const inPath = collection === undefined ? undefined : lists.byPath.get(normalize(collection));
  const named = lists.byNoun.get(noun);
  const source = (noun === parent ? [inPath, named] : [named, inPath]).find(
    (candidate) => candidate && candidate.draft.name !== tool.draft.name,
  );
  const words = describedBy(property);
  if (words !== undefined && namesTool(words, lists)) return undefined;
  const text = words ?? labelIdentifier(slot.name, noun);
  if (source === undefined) return words === undefined ? text : undefined;
  const addition = `From ${source.draft.name}.`;
  const described = `${/[.!?…:]$/.test(text) ? text : `${text}.`} ${addition}`;
  return described.length <= MAX_LENGTH ? described : undefined;
}

/** A schema's description, unless it only repeats the parameter's name. */
function describedBy(property: Schema): string | undefined {
  const description = textAt(property, "description");
  return description && /^key: id of \w+$/.test(description) ? undefined : description;
}

/** Whether a description names a tool of the app, as those of the overlay do. */
const namesTool = (description: string, { names }: Lists): boolean =>
  description.match(/[a-z0-9_]+\.[a-z0-9_]+/g)?.some((name) => names.has(name)) ?? false;

/** Whether a schema can accept an identifier, or several. */
function isScalar(schema: Schema): boolean {
  const types = [schema["type"] ?? "string"].flat();
  const items = ownValue(schema, "items");
  if (types.includes("array")) return items !== undefined && isScalar(items as Schema);
  return (
    (types.includes("string") || types.includes("integer") || types.includes("number")) &&
    !/^(?:date|date-time|binary|byte)$/.test(String(schema["format"])) &&
    !["$ref", "allOf", "properties"].some((keyword) => Object.hasOwn(schema, keyword))
  );
}

/**
 * The path of the resources that a parameter selects one of: `/issues` of `/issues/{id}`, and the
 * path itself for a query parameter. A body describes something new.
 */
function collectionPath(path: string, slot: ParameterSlot): string | undefined {
  const steps = path.replace(/[?#].*$/s, "").split("/");
  const end = slot.in === "path" ? steps.indexOf(`{${slot.name}}`) : steps.length;
  const parent = steps[end - 1];
  if (slot.in === "body") return undefined;
  return parent !== undefined && /^[^{}]+$/.test(parent)
    ? steps.slice(0, end).join("/")
    : undefined;
}
