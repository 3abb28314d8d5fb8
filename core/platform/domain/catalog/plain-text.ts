/** The longest description that is carried. */
export const MAX_LENGTH = 300;

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/** HTML's tags and AWS's own; what else is in angle brackets is there to be read. */
const TAG =
  /<\/?(?:a|b|i|p|u|br|dd|dl|dt|em|h[1-6]|hr|li|ol|td|th|tr|ul|div|img|pre|sub|sup|code|font|note|para|span|small|table|tbody|thead|strong|fullname|important|blockquote|caution|title|details|summary)\b[^<>]{0,300}>/gi;

/** A text in one line without tags, cut at a word if it is longer than that. */
export function toPlainText(text: unknown, maxLength = MAX_LENGTH): string {
  if (typeof text !== "string") return "";
  // Only the beginning can stay, and a text may be megabytes.
  let line = text.slice(0, maxLength * 8).trim();
  if (line.includes("<")) line = line.replace(TAG, " ");
  if (line.includes("&"))
    line = line.replace(/&(?:lt|gt|amp|quot|nbsp|#39);/g, (entity) => ENTITIES[entity]!);
  return truncate(line.replace(/[\s\p{Cc}]+/gu, " ").trim(), maxLength);
}

/** A line, cut at a word if it is longer. */
export function truncate(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const prefix = line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "");
  const space = prefix.lastIndexOf(" ");
  return `${(space > maxLength * 0.6 ? prefix.slice(0, space) : prefix).trimEnd()}…`;
}
