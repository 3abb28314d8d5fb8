import type { Schema } from "../../../json-schema/index.ts";
import { objectAt, ownEntries, textAt } from "../../../kit/json/json-access.ts";
import type { ToolDraft } from "../tool.ts";

interface PagingText {
  readonly name: RegExp;
  readonly type: RegExp;
  readonly description: string;
}

const PAGING_TEXTS: readonly PagingText[] = [
  {
    name: /^(?:limit|per_?page|page_?size|page_?limit|max_?results|max_?items)$/i,
    type: /^(?:integer|number)$/,
    description: "The maximum number of results.",
  },
  {
    name: /^page(?:_?(?:number|num|index))?$/i,
    type: /^(?:integer|number)$/,
    description: "The number of the page of results.",
  },
  {
    name: /^(?:offset|skip)$/i,
    type: /^(?:integer|number)$/,
    description: "How many results to skip.",
  },
  {
    name: /^(?:(?:next_?)?(?:cursor|page_?token|page_?cursor|continuation_?token)|next_?token)$/i,
    type: /^string$/,
    description: "The next page. Its value is in the result of the page before.",
  },
];

/**
 * Describes the arguments by which callers page through results, if the document doesn't: `limit`,
 * `page`, `offset`, `cursor` and their variants.
 */
export function withPagingTexts(draft: ToolDraft): ToolDraft {
  if (!draft.annotations.readOnly || !draft.binding) return draft;
  const inQuery = new Set(
    draft.binding.slots.filter((slot) => slot.in === "query").map(({ argument }) => argument),
  );
  const properties = objectAt(draft.input, "properties");
  const described = ownEntries(properties).flatMap(([name, property]) => {
    if (!inQuery.has(name) || textAt(property, "description") !== undefined) return [];
    const type = textAt(property, "type") ?? "";
    const text = PAGING_TEXTS.find((each) => each.name.test(name) && each.type.test(type));
    return text ? [[name, { ...(property as Schema), description: text.description }]] : [];
  });
  if (described.length === 0) return draft;
  const input = {
    ...draft.input,
    properties: { ...properties, ...Object.fromEntries(described) },
  };
  return { ...draft, input };
}
