/**
 * Converts footnotes to plain blocks for a Markdown parser without footnote support. `loose` lists
 * the labels of references without a footnote and of footnotes without a reference.
 */
export function expandFootnotes(markdown: string): {
  markdown: string;
  notes: number;
  loose: string[];
} {
  const notes = new Set<string>();
  let isInNote = false;
  let fence = "";
  const lines = markdown.split("\n").map((line) => {
    const [, label, text] = (fence === "" && /^\[\^([^\]\s]+)\]: (.*)$/.exec(line)) || [];
    if (label !== undefined) notes.add(label);
    if (label !== undefined || /^\S/.test(line)) isInNote = label !== undefined;
    if (label !== undefined) return `\n${text}`;
    const mark = /^ *(```+)/.exec(line)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark !== "" && line.trim() === fence) fence = "";
    return isInNote ? line.replace(/^ {4}/, "") : line;
  });
  const references = new Set(
    notes.size > 0
      ? Array.from(lines.join("\n").matchAll(/\[\^([^\]\s]+)\]/g), ([, label]) => label!)
      : [],
  );
  return {
    markdown: lines.join("\n"),
    notes: notes.size,
    loose: [...references, ...notes].filter((label) => references.has(label) !== notes.has(label)),
  };
}
