import {
  CELL,
  ENDS_PARAGRAPH,
  HEADING,
  ITEM,
  ITEM_SCOPE,
  PARAGRAPH,
  ROW,
  SCOPE,
  SECTION,
  TABLE,
  type Tag,
  TERM,
} from "./tags.ts";

/** Closes the nearest open element with the trait `is`, unless one with a trait of `stops` is nearer. */
export type CloseNearest = (is: number, stops: number) => void;

/** Ends what the start of `tag` ends without saying so. */
export function closeImplied({ name, is }: Tag, current: Tag, close: CloseNearest): void {
  if (is & ENDS_PARAGRAPH) close(PARAGRAPH, SCOPE);
  if (is & HEADING && current.is & HEADING) close(HEADING, SCOPE);
  if (is & ITEM) close(ITEM, ITEM_SCOPE);
  else if (is & TERM) close(TERM, ITEM_SCOPE);
  else if (name === "td" || name === "th") close(CELL, TABLE);
  else if (is & ROW) close(ROW, TABLE);
  else if (name === "tbody" || name === "thead" || name === "tfoot") close(SECTION, TABLE);
}

/** Where the search for an end tag's start stops. */
export function reachOf({ name, is }: Tag): number {
  return is & (ROW | CELL | SECTION) || name === "table" ? TABLE : SCOPE;
}
