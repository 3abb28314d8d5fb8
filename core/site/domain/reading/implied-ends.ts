import { ENDS_PARAGRAPH, HEADING, ITEM_SCOPE, SCOPE, TABLE, type Tag } from "./tags.ts";

/** Closes the nearest open element that matches, unless one with a trait of `stops` is nearer. */
export type CloseNearest = (matches: (tag: Tag) => boolean, stops: number) => void;

const named =
  (...names: string[]) =>
  (tag: Tag) =>
    names.includes(tag.name);
const isHeading = (tag: Tag) => (tag.is & HEADING) !== 0;
const isParagraph = (tag: Tag) => tag.name === "p";
const isItem = (tag: Tag) => tag.name === "li";
const isTerm = named("dt", "dd");
const isCell = named("td", "th", "caption", "colgroup");
const isRow = (tag: Tag) => tag.name === "tr";
const isSection = named("tbody", "thead", "tfoot", "caption", "colgroup");
const isTablePart = named("table", "caption", "colgroup", "tbody", "thead", "tfoot", "tr", "td", "th");
const never = () => false;

/** Ends what the start of `tag` ends without saying so. `current` is the innermost open element. */
export function closeImplied(tag: Tag, current: Tag, close: CloseNearest): void {
  if (tag.is & ENDS_PARAGRAPH) close(isParagraph, SCOPE);
  if (tag.is & HEADING && current.is & HEADING) close(isHeading, SCOPE);
  switch (tag.name) {
    case "li":
      return close(isItem, ITEM_SCOPE);
    case "dt":
    case "dd":
      return close(isTerm, ITEM_SCOPE);
    case "td":
    case "th":
      return close(isCell, TABLE);
    case "tr":
      return close(isRow, TABLE);
    case "tbody":
    case "thead":
    case "tfoot":
      return close(isSection, TABLE);
    case "a":
    case "option":
      if (current.name === tag.name) close((open) => open === current, SCOPE);
  }
}

/** What an end tag closes, and where its search stops. What follows `</body>` still belongs to the body. */
export function endOf(tag: Tag): [matches: (open: Tag) => boolean, stops: number] {
  if (tag.name === "body" || tag.name === "html") return [never, SCOPE];
  if (tag.is & HEADING) return [isHeading, SCOPE];
  const isSame = (open: Tag) => open === tag || open.name === tag.name;
  return [isSame, isTablePart(tag) ? TABLE : SCOPE];
}
