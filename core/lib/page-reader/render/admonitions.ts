import type { AdmonitionKind } from "../dialects/dialect.ts";
import { HEADING } from "../parse/tags.ts";
import { type HtmlNode, isExcluded, leadingText, nextNode, TEXT } from "../parse/tree.ts";
import type { ElementWriter, RenderContext } from "./render-context.ts";
import { flush } from "./render-context.ts";

const ADMONITION_CLASS =
  /(?:^|\s)(?:admonition|admonitionblock|alert|blockquote-tag|callout|custom-block|markdown-alert|starlight-aside|theme-admonition)(?:[\s_-]|$)/i;
const KIND =
  /(?:^|[\s_-])(note|info|information|tip|hint|important|warning|caution|danger|error|attention|abstract|bug|example|failure|question|seealso|success|todo)(?=[\s_-]|$)/i;
/** A class that is nothing but a kind. MkDocs has it on `<details>`, DocFX on `<div>`. */
const ONLY_KIND = /^(?:note|info|tip|important|warning|caution|danger)$/i;
const TITLE_CLASS = /title|heading|label/i;

const KINDS: Readonly<Record<string, AdmonitionKind>> = {
  note: "NOTE",
  info: "NOTE",
  information: "NOTE",
  tip: "TIP",
  hint: "TIP",
  important: "IMPORTANT",
  warning: "WARNING",
  attention: "WARNING",
  caution: "CAUTION",
  danger: "CAUTION",
  error: "CAUTION",
};

/** Kinds that GitHub lacks. Their title stays, because it says more than the kind. */
const OTHER_KINDS: Readonly<Record<string, AdmonitionKind>> = {
  abstract: "NOTE",
  bug: "WARNING",
  example: "NOTE",
  failure: "WARNING",
  question: "NOTE",
  seealso: "NOTE",
  success: "NOTE",
  todo: "NOTE",
};

/** How many nodes are searched for the title of an admonition. */
const MAX_STEPS = 20;

/**
 * Writes an element whose class names an admonition as an alert. A title that only names the kind
 * is left out.
 */
export const admonitionWriter: ElementWriter = {
  enter(context, node) {
    const kind = admonitionKind(context, node);
    const line = kind ? context.dialect.admonition(kind) : "";
    if (line === "") return;
    const title = findTitle(node);
    if (title && title.letters === node.letters) return;
    if (title && namesKind(title)) title.dropped = true;
    flush(context);
    const { buffer, dialect } = context;
    buffer.writer.enter(dialect.quote, dialect.quote, "loose");
    buffer.writer.block(line);
    // The text follows on the next line.
    buffer.definitionStart = buffer.writer.count();
    context.admonitions.add(node);
  },
  leave(context, node) {
    if (!context.admonitions.delete(node)) return;
    flush(context);
    context.buffer.writer.leave();
  },
};

function admonitionKind({ buffer }: RenderContext, node: HtmlNode): AdmonitionKind | undefined {
  const className = node.attributes?.class?.slice(0, 300);
  if (className === undefined) return undefined;
  if (!ADMONITION_CLASS.test(className) && !isMarkedByKind(node, className)) return undefined;
  if (buffer.isCell || buffer.line || node.letters === 0) return undefined;
  if (isInsideAdmonition(node)) return undefined;
  const kind = KIND.exec(className)?.[1]?.toLowerCase() ?? "";
  return KINDS[kind] ?? OTHER_KINDS[kind];
}

/** Whether only a kind marks an element: on `<details>`, or above a paragraph that repeats it. */
function isMarkedByKind(node: HtmlNode, className: string): boolean {
  if (!ONLY_KIND.test(className.trim())) return false;
  if (node.tag.name === "details") return true;
  const first = firstElement(node);
  return first?.tag.name === "p" && namesKind(first);
}

const namesKind = (title: HtmlNode): boolean =>
  KINDS[leadingText(title).toLowerCase().replace(/\W+$/, "")] !== undefined;

function firstElement({ firstChild }: HtmlNode): HtmlNode | undefined {
  let child = firstChild;
  while (child && (child.tag === TEXT || isExcluded(child))) child = child.nextSibling;
  return child;
}

/** Whether the parent is the same admonition, as where a theme wraps it in a second element. */
function isInsideAdmonition({ parent }: HtmlNode): boolean {
  return ADMONITION_CLASS.test(parent?.attributes?.class?.slice(0, 300) ?? "");
}

function findTitle(root: HtmlNode): HtmlNode | undefined {
  const first = firstElement(root);
  if (first?.tag.name === "summary" || (first?.tag.name === "p" && namesKind(first))) return first;
  let node = nextNode(root, root);
  for (let steps = 0; node && steps < MAX_STEPS; steps++) {
    const className = node.attributes?.class;
    if (className !== undefined && node.letters > 0 && TITLE_CLASS.test(className.slice(0, 300)))
      return node.tag.traits & HEADING ? undefined : node;
    node = nextNode(root, node);
  }
  return undefined;
}
