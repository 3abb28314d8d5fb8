import type { ElementWriter, RenderContext } from "./render-context.ts";
import { flush } from "./render-context.ts";
import { HEADING } from "./tags.ts";
import { type HtmlNode, leadingText, nextNode } from "./tree.ts";

/** The kinds of alerts of GitHub Flavored Markdown. */
export type AdmonitionKind = "NOTE" | "TIP" | "IMPORTANT" | "WARNING" | "CAUTION";

const ADMONITION_CLASS =
  /(?:^|\s)(?:admonition|admonitionblock|alert|callout|custom-block|markdown-alert|starlight-aside|theme-admonition)(?:[\s_-]|$)/i;
const KIND =
  /(?:^|[\s_-])(note|info|information|tip|hint|important|warning|caution|danger|error|attention)(?=[\s_-]|$)/i;
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
    if (title && KINDS[leadingText(title).toLowerCase().replace(/\W+$/, "")]) title.dropped = true;
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
  if (className === undefined || !ADMONITION_CLASS.test(className)) return undefined;
  if (buffer.isCell || buffer.line || node.letters === 0) return undefined;
  if (isInsideAdmonition(node)) return undefined;
  return KINDS[KIND.exec(className)?.[1]?.toLowerCase() ?? ""];
}

/** Whether the parent is the same admonition, as where a theme wraps it in a second element. */
function isInsideAdmonition({ parent }: HtmlNode): boolean {
  return ADMONITION_CLASS.test(parent?.attributes?.class?.slice(0, 300) ?? "");
}

function findTitle(root: HtmlNode): HtmlNode | undefined {
  let node = nextNode(root, root);
  for (let steps = 0; node && steps < MAX_STEPS; steps++) {
    const className = node.attributes?.class;
    if (className !== undefined && node.letters > 0 && TITLE_CLASS.test(className.slice(0, 300)))
      return node.tag.traits & HEADING ? undefined : node;
    node = nextNode(root, node);
  }
  return undefined;
}
