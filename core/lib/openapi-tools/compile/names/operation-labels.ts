import { type JsonObject, textAt } from "../../../kit/json/json-access.ts";
import { toPlainText } from "../documents/plain-text.ts";
import { humanize, snake } from "./naming.ts";
import { isNote, toTitle, withNoun } from "./tool-title.ts";

/** Reads the title and the description of an operation. `fallback` is the title if it has none. */
export function readLabels(
  operation: JsonObject,
  item: JsonObject,
  path: string,
  fallback: string,
): { title: string; description: string } {
  const read = (key: "summary" | "description", limit?: number) => {
    const text = toPlainText(textAt(operation, key) ?? textAt(item, key), limit);
    // Some documents have notes to their authors.
    return text.startsWith("TODO:") ? "" : text;
  };
  const summary = read("summary", 120);
  const description = read("description");
  const sentence =
    description
      .split(/(?<=[^.]\w[.!?])\s/)
      .slice(0, 2)
      .find((text) => !isNote(text)) ?? "";
  const short = sentence.length <= 80 && sentence.includes(" ") ? sentence.replace(/!$/, "") : "";
  const isId = isName(summary) && snake(summary) === snake(textAt(operation, "operationId") ?? "");
  const summaryTitle = isName(summary) ? humanize(snake(summary)) : toTitle(summary || short);
  // The name says what an operation ID does, and often more readably.
  const written = isId ? toTitle(short) : summaryTitle;
  const title = countTitle(path) ?? (/^Invoke /.test(summary) ? withNoun(written, path) : written);
  return { title: title || fallback, description: description || summary || title || fallback };
}

/** Some documents have an operation ID in place of the summary. */
const isName = (summary: string): boolean =>
  summary !== "" && !summary.includes(" ") && /[a-z][A-Z]|_/.test(summary);

/** The title of an OData operation that counts a collection, all of which have the same summary. */
function countTitle(path: string): string | undefined {
  const collection = /\/(?:[\w.]+\.)?(\w+)\/\$count$/.exec(path)?.[1];
  return collection && `Count ${snake(collection).replaceAll("_", " ")}`;
}
