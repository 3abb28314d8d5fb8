/**
 * Breaks text into lines of at most `width` characters, with an empty line between paragraphs. The
 * first line begins with `opening`.
 */
export function wrapText(text: string, width: number, opening = ""): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\n{2,}/)) {
    if (lines.length > 0) lines.push("");
    let line = lines.length === 0 ? opening : "";
    let isEmpty = true;
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = isEmpty ? line + word : `${line} ${word}`;
      if (!isEmpty && longer.length > width) {
        lines.push(line);
        line = word;
      } else line = longer;
      isEmpty = false;
    }
    lines.push(line);
  }
  return lines;
}
