import { BLOCK, CONTROL } from "./tags.ts";
import { isOut, type Node, TEXT, walk } from "./tree.ts";

const lineNumbers =
  /(?:^|\s)(?:line-?numbers?(?:-rows)?|linenos?|lineno|gutter|hljs-ln-numbers?|ln-num|blob-num|copy-?(?:btn|button))(?:\s|$)/i;

/** The text of a `<pre>` as it is shown: white space kept, each inner block on a line of its own, without line numbers and buttons. */
export function codeText(pre: Node): string {
  const parts: string[] = [];
  let endsLine = true;
  let isBlockOver = false;
  /** A `<code>` right after another is one more listing: the same example in a second language. */
  let isAfterCode = false;
  const add = (text: string) => {
    if (text === "") return;
    if (isBlockOver && !endsLine && text[0] !== "\n") parts.push("\n");
    isBlockOver = isAfterCode = false;
    parts.push(text);
    endsLine = text.endsWith("\n");
  };
  walk(
    pre,
    (node) => {
      if (
        node !== pre &&
        (isOut(node) || node.tag.is & CONTROL || lineNumbers.test(node.attributes?.class ?? ""))
      )
        return false;
      if (node.tag === TEXT) add(node.text);
      else if (node.tag.name === "br") add("\n");
      else if (
        node.tag.is & BLOCK ||
        (isAfterCode && node.tag.name === "code" && node.parent === pre)
      )
        isBlockOver = !endsLine;
      return true;
    },
    (node) => {
      if (node.tag.is & BLOCK) isBlockOver = !endsLine;
      isAfterCode = node.tag.name === "code" && node.parent === pre;
    },
  );
  const text = parts
    .join("")
    .replace(/\r\n?/g, "\n")
    .replace(/\u00a0/g, " ");
  // The first line break after <pre> is not content (HTML standard).
  return trimBlankEnd(text.startsWith("\n") ? text.slice(1) : text);
}

function trimBlankEnd(text: string): string {
  return text.trim() === "" ? "" : text.trimEnd();
}

const languageClass =
  /(?:^|\s)(?:(?:language|lang|shj-lang|src)-|highlight-(?:source-|text-)?|brush:\s*|(?:sourceCode|hljs|src|code|programlisting)\s+(?:sourceCode\s+)?)([A-Za-z][\w+#.-]{0,30})/;
const wholeClass =
  /^(?:rust|python3?|javascript|typescript|java|ruby|php|perl|bash|shell|console|json|yaml|toml|xml|html|css|sql|cpp|c|go)(?=\s|$)/i;
const noLanguage =
  /^(?:default|none|no-?highlight|plain(?:text)?|text|txt|code|copy|notranslate|wrap|line|lines|block|example|hljs|language|undefined|auto|source|programlisting|with-\d+|numberlines?|numberSource)$/i;

/** The language of a `<pre>` from its class names, those of the code inside and those of the nearest elements around it; "" when none says. */
export function codeLanguage(pre: Node): string {
  const inner = pre.first && !pre.first.next ? pre.first : firstElement(pre);
  for (const node of [inner, pre, pre.parent, pre.parent?.parent, pre.parent?.parent?.parent]) {
    const language = node && languageOf(node);
    if (language) return language;
  }
  return "";
}

function firstElement(node: Node): Node | undefined {
  for (let child = node.first; child; child = child.next)
    if (child.tag !== TEXT && !isOut(child)) return child;
  return undefined;
}

function languageOf(node: Node): string {
  const attributes = node.attributes;
  if (!attributes) return "";
  const isCode = node.tag.name === "pre" || node.tag.name === "code";
  const className = (attributes.class ?? "").slice(0, 500);
  const named =
    attributes["data-lang"] ??
    attributes["data-language"] ??
    languageClass.exec(className)?.[1] ??
    (isCode ? wholeClass.exec(className)?.[0] : undefined);
  if (!named || !/^[A-Za-z][\w+#.-]{0,30}$/.test(named) || noLanguage.test(named)) return "";
  return named.toLowerCase();
}
