import { blankCode } from "./markdown-code.ts";

/** Converts Markdown to plain text: removes markup, link addresses and images, and keeps code. */
export function markdownText(markdown: string): string {
  const blanked = blankCode(markdown).split("\n");
  const out: string[] = [];
  let isFenced = false;
  markdown.split("\n").forEach((line, index) => {
    const rest = blanked[index]!;
    const isCode = rest.trim() === "" && line.trim() !== "" && !/^\s*`[^`]/.test(line);
    if (isCode && /^[ \t>]{0,40}(?:`{3,}|~{3,})/.test(line)) {
      isFenced = !isFenced;
      return;
    }
    if (isCode && (isFenced || /^(?: {4}|\t)/.test(line))) {
      out.push(line);
      return;
    }
    const text = blockText(line);
    if (text !== undefined) out.push(lineText(text));
  });
  return out
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Removes block markup from a line. Returns undefined if the line is only markup. */
function blockText(line: string): string | undefined {
  if (
    /^\s*(?:=+|-{3,}|\*{3,}|_{3,})\s*$/.test(line) ||
    /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*$/.test(line.slice(0, 2000))
  )
    return undefined;
  if (/^ {0,3}\[[^[\]]{1,999}\]:\s*\S/.test(line)) return undefined;
  const text = line.replace(/^(?:\s{0,3}>\s?)+/, "").replace(/^ {0,3}#{1,6}(?:\s+|$)/, "");
  if (text.startsWith("|")) return text.replace(/^\|\s*|\s*\|$/g, "");
  return text === line ? line : text.replace(/ #+ *$/, "");
}

/** Removes inline markup from a line. Code spans lose their backticks and keep their code. */
function lineText(line: string): string {
  const spans = blankCode(line.trimStart());
  const text = line.trimStart();
  const indent = line.slice(0, line.length - text.length);
  if (spans === text) return indent + inlineText(text);
  let out = "";
  for (let at = 0; at < text.length; ) {
    const isCode = spans[at] !== text[at];
    let end = at + 1;
    while (end < text.length && (isCode ? spans[end] === " " : spans[end] === text[end])) end++;
    const part = text.slice(at, end);
    out += isCode ? part.replace(/^`+ ?/, "").replace(/ ?`+( *)$/, "$1") : inlineText(part);
    at = end;
  }
  return indent + out;
}

const ESCAPED_CHARACTER = /\\([!-/:-@[-`{-~])/g;
/** Private-use characters replace escaped characters while markup is removed. */
const PRIVATE_USE_START = 0xe000;

function inlineText(text: string): string {
  return text
    .replace(ESCAPED_CHARACTER, (_, char: string) =>
      String.fromCharCode(PRIVATE_USE_START + char.charCodeAt(0)),
    )
    .replace(/!\[[^[\]]{0,1000}\]\([^()]{0,4096}\)/g, "")
    .replace(/\[([^[\]]{0,1000})\]\((?:[^()]|\([^()]{0,1000}\)){0,4096}\)/g, "$1")
    .replace(/\[([^[\]]{1,1000})\]\[[^[\]]{0,200}\]/g, "$1")
    .replace(/<((?:https?:|mailto:)[^<>\s]{1,4096})>/g, "$1")
    .replace(/<\/?[A-Za-z][^<>]{0,4096}>/g, "")
    .replace(/\*\*|~~|(?<![\p{L}\p{N}])__(?=\S)|(?<=\S)__(?![\p{L}\p{N}])/gu, "")
    .replace(/(?<![^\s\p{P}])[*_](?=[^\s*_])|(?<=[^\s*_])[*_](?![^\s\p{P}])/gu, "")
    .replace(/[\ue021-\ue07e]/g, (char) =>
      String.fromCharCode(char.charCodeAt(0) - PRIVATE_USE_START),
    );
}
