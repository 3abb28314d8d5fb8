/** Removes the Markdown that descriptions of apps and tools have: links, headings and emphasis. */
export const toPlainText = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^#+ */gm, "")
    .replaceAll(/[`*]+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
