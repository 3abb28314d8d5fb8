import { BLOCK, CONTROL } from "../parse/tags.ts";
import { type HtmlNode, isExcluded, TEXT, walk } from "../parse/tree.ts";
import { isLineNumber } from "./line-numbers.ts";

const COPY_BUTTON_CLASS = /(?:^|\s)copy-?(?:btn|button)(?:\s|$)/i;

/**
 * The visible text of a `<pre>` with exact white space. Inner blocks start new lines. Line numbers
 * and buttons are left out.
 */
export function codeText(pre: HtmlNode): string {
  const parts: string[] = [];
  let endsLine = true;
  let isBlockEnded = false;
  /**
   * Whether a sibling `<code>` just ended. A `<code>` right after another is a separate listing,
   * often the same example in a second language.
   */
  let isAfterCode = false;
  const add = (text: string) => {
    if (text === "") return;
    if (isBlockEnded && !endsLine && text[0] !== "\n") parts.push("\n");
    isBlockEnded = false;
    isAfterCode = false;
    parts.push(text);
    endsLine = text.endsWith("\n");
  };
  walk(
    pre,
    (node) => {
      if (
        node !== pre &&
        (isExcluded(node) ||
          node.tag.traits & CONTROL ||
          COPY_BUTTON_CLASS.test(node.attributes?.class ?? "") ||
          isLineNumber(node))
      )
        return false;
      if (node.tag === TEXT) add(node.text);
      else if (node.tag.name === "br") add("\n");
      else if (
        node.tag.traits & BLOCK ||
        (isAfterCode && node.tag.name === "code" && node.parent === pre)
      )
        isBlockEnded = !endsLine;
      return true;
    },
    (node) => {
      if (node.tag.traits & BLOCK) isBlockEnded = !endsLine;
      isAfterCode = node.tag.name === "code" && node.parent === pre;
    },
  );
  const text = parts
    .join("")
    .replace(/\r\n?/g, "\n")
    .replace(/\u00a0/g, " ");
  // The first line break after <pre> isn't content (HTML standard, 13.2.6.4.7).
  return trimBlankEnd(text.startsWith("\n") ? text.slice(1) : text);
}

function trimBlankEnd(text: string): string {
  return text.trim() === "" ? "" : text.trimEnd();
}

const LANGUAGE_CLASS =
  /(?:^|\s)(?:(?:language|lang|shj-lang|src)-|highlight-(?:source-|text-)?|brush:\s*|(?:sourceCode|hljs|src|code|programlisting)\s+(?:sourceCode\s+)?)([A-Za-z][\w+#.-]{0,30})/;
const BARE_LANGUAGE_CLASS =
  /^(?:rust|python3?|javascript|typescript|java|ruby|php|perl|bash|shell|console|json|yaml|toml|xml|html|css|sql|cpp|c|go)(?=\s|$)/i;
const NO_LANGUAGE =
  /^(?:default|none|no-?highlight|plain(?:text)?|text|txt|code|copy|notranslate|wrap|line|lines|block|example|hljs|language|undefined|auto|source|programlisting|with-\d+|numberlines?|numberSource)$/i;

/**
 * The language of a `<pre>` from class names and data attributes of its first child, itself or its
 * three nearest ancestors. Empty if unknown.
 */
export function codeLanguage(pre: HtmlNode): string {
  const inner = pre.firstChild && !pre.firstChild.nextSibling ? pre.firstChild : firstElement(pre);
  for (const node of [inner, pre, pre.parent, pre.parent?.parent, pre.parent?.parent?.parent]) {
    const language = node && findLanguage(node);
    if (language) return language;
  }
  return "";
}

function firstElement(node: HtmlNode): HtmlNode | undefined {
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.tag !== TEXT && !isExcluded(child)) return child;
  return undefined;
}

function findLanguage(node: HtmlNode): string {
  const attributes = node.attributes;
  if (!attributes) return "";
  const isCode = node.tag.name === "pre" || node.tag.name === "code";
  const className = (attributes.class ?? "").slice(0, 500);
  const named =
    attributes["data-lang"] ??
    attributes["data-language"] ??
    LANGUAGE_CLASS.exec(className)?.[1] ??
    (isCode ? BARE_LANGUAGE_CLASS.exec(className)?.[0] : undefined);
  if (!named || !/^[A-Za-z][\w+#.-]{0,30}$/.test(named) || NO_LANGUAGE.test(named)) return "";
  return named.toLowerCase();
}
