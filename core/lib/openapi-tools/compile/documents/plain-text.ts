/** The maximum length of a description, in UTF-16 code units. */
export const MAX_LENGTH = 300;

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/** HTML tags and the tags of documents that were made from DocBook. Anything else in angle brackets is part of the text. */
const TAG =
  /<\/?(?:a|b|i|p|u|br|dd|dl|dt|em|h[1-6]|hr|li|ol|td|th|tr|ul|div|img|pre|sub|sup|code|font|note|para|span|small|table|tbody|thead|strong|fullname|important|blockquote|caution|title|details|summary)\b[^<>]{0,300}>/gi;

/**
 * Converts a text to one line without tags and truncates it at a word boundary. Other values become
 * an empty string.
 */
export function toPlainText(text: unknown, maxLength = MAX_LENGTH): string {
  if (typeof text !== "string") return "";
  // Only the start is used, and a text can be megabytes long.
  let line = text.slice(0, maxLength * 8).trim();
  if (line.includes("<")) line = line.replace(TAG, " ");
  if (line.includes("&"))
    line = line.replace(/&(?:lt|gt|amp|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity);
  return truncate(line.replace(/[\s\p{Cc}]+/gu, " ").trim(), maxLength);
}

/** Truncates a line at a word boundary and appends an ellipsis. */
function truncate(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const prefix = line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "");
  const space = prefix.lastIndexOf(" ");
  return `${(space > maxLength * 0.6 ? prefix.slice(0, space) : prefix).trimEnd()}…`;
}
