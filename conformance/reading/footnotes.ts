/** Markdown for a parser that knows no footnotes: each note as a block of its own, its lines moved to the left. `loose` are the calls without a note and the notes that nothing calls. */
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
    if (mark !== "") fence = fence === "" ? mark : line.trim() === fence ? "" : fence;
    return isInNote ? line.replace(/^ {4}/, "") : line;
  });
  const calls = new Set(
    notes.size > 0
      ? Array.from(lines.join("\n").matchAll(/\[\^([^\]\s]+)\]/g), ([, label]) => label!)
      : [],
  );
  return {
    markdown: lines.join("\n"),
    notes: notes.size,
    loose: [...calls, ...notes].filter((label) => calls.has(label) !== notes.has(label)),
  };
}
