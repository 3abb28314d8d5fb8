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
  for (const [key, group] of groups) {
    if (group.length > 1) continue;
    titles.set(group[0]!, group[0]!.title);
    taken.add(key);
  }
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    const labels = distinguishingLabels(group);
    group.forEach((tool, index) => {
      const label = labels[index]!;
      const isUnique = labels.indexOf(label) === labels.lastIndexOf(label);
      const title = [isUnique ? label : undefined, actionWords(tool).join(" "), tool.name]
        .filter((text) => text !== undefined)
        .map((text) => addLabel(tool.title, text))
        .find((candidate) => !taken.has(titleWords(candidate)));
      titles.set(tool, title ?? tool.name);
      taken.add(titleWords(title ?? tool.name));
    });
  }
  return tools.map((tool) => titles.get(tool)!);
}

/** The words of each tool's name that neither its title nor all names of the group have. */
function distinguishingLabels(group: readonly TitledTool[]): string[] {
  const wordSets = group.map((tool) => new Set(actionWords(tool)));
  return wordSets.map((words, index) => {
    const known = new Set(titleWords(group[index]!.title).split(" ").map(singular));
    return [...words]
      .filter((word) => !known.has(singular(word)))
      .filter((word) => !wordSets.every((others) => others.has(word)))
      .join(" ");
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
