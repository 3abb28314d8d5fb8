import {
  BUTTON,
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

/**
 * Closes the nearest open element that has one of `traits`, unless an element with one of `stops`
 * is nearer.
 */
export type CloseNearest = (traits: number, stops: number) => void;

/** Closes the elements that the start tag of `tag` ends implicitly (HTML standard, 13.2.6). */
export function closeImplied({ name, traits }: Tag, current: Tag, close: CloseNearest): void {
  if (traits & ENDS_PARAGRAPH) close(PARAGRAPH, SCOPE | BUTTON);
  else if (traits & BUTTON) close(BUTTON, SCOPE);
  if (traits & HEADING && current.traits & HEADING) close(HEADING, SCOPE);
  if (traits & ITEM) close(ITEM, ITEM_SCOPE);
  else if (traits & TERM) close(TERM, ITEM_SCOPE);
  else if (name === "td" || name === "th") close(CELL, TABLE);
  else if (traits & ROW) close(ROW, TABLE);
  else if (name === "tbody" || name === "thead" || name === "tfoot") close(SECTION, TABLE);
}

/** The traits at which the search for an end tag's element stops. */
export function closingScope({ name, traits }: Tag): number {
  if (traits & (ROW | CELL | SECTION) || name === "table") return TABLE;
  return traits & PARAGRAPH ? SCOPE | BUTTON : SCOPE;
}
