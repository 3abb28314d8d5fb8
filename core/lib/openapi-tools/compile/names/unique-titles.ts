import { requireValue } from "../../../kit/require-value.ts";
import { singular } from "./naming.ts";

const MAX_TITLE_LENGTH = 120;

/** The parts of a tool from which its title is derived. */
interface TitledTool {
  readonly name: string;
  readonly title: string;
}

/** The words of a title in lower case. Readers can't tell titles with the same words apart. */
export const titleWords = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/**
 * The titles of an app's tools, in order, all of different words. Tools with the same title get the words of
 * their names that the others lack: "List issues (org)".
 */
export function uniqueTitles(tools: readonly TitledTool[]): string[] {
  const titles = new Map<TitledTool, string>();
  const taken = new Set<string>();
  const groups = Map.groupBy(tools, ({ title }) => titleWords(title));
  for (const [key, [only, ...others]] of groups) {
    if (!only || others.length > 0) continue;
    titles.set(only, only.title);
    taken.add(key);
  }
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    const labeled = labelDistinctly(group);
    const labels = labeled.map(({ label }) => label);
    for (const { tool, label } of labeled) {
      const isUnique = labels.indexOf(label) === labels.lastIndexOf(label);
      const title = [isUnique ? label : undefined, actionWords(tool).join(" "), tool.name]
        .filter((text) => text !== undefined)
        .map((text) => addLabel(tool.title, text))
        .find((candidate) => !taken.has(titleWords(candidate)));
      titles.set(tool, title ?? tool.name);
      taken.add(titleWords(title ?? tool.name));
    }
  }
  return tools.map((tool) => requireValue(titles.get(tool), `the title of ${tool.name}`));
}

/** Labels tools with the words of their names that neither their titles nor all names have. */
function labelDistinctly(
  group: readonly TitledTool[],
): readonly { readonly tool: TitledTool; readonly label: string }[] {
  const named = group.map((tool) => ({ tool, words: new Set(actionWords(tool)) }));
  return named.map(({ tool, words }) => {
    const known = new Set(titleWords(tool.title).split(" ").map(singular));
    const label = [...words]
      .filter((word) => !known.has(singular(word)))
      .filter((word) => !named.every((other) => other.words.has(word)))
      .join(" ");
    return { tool, label };
  });
}

const actionWords = ({ name }: TitledTool): string[] =>
  name.slice(name.indexOf(".") + 1).split("_");

function addLabel(title: string, label: string): string {
  if (label === "") return title;
  const room = Math.max(20, MAX_TITLE_LENGTH - label.length - 3);
  const short = title.length > room ? `${title.slice(0, room - 1).trimEnd()}…` : title;
  return `${short} (${label})`;
}
