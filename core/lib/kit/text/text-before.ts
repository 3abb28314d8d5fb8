/** Returns the part of a text before the first separator, or the whole text if it has none. */
export function textBefore(text: string, separator: string): string {
  const index = text.indexOf(separator);
  return index === -1 ? text : text.slice(0, index);
}
