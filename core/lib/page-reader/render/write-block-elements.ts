import { CODE } from "../dialects/inline.ts";
import { removeInvisible } from "../hide/invisible.ts";
import { HEADING } from "../parse/tags.ts";
import { type HtmlNode, nextNode } from "../parse/tree.ts";
import { admonitionWriter } from "./admonitions.ts";
import { codeLanguage, codeText } from "./code-block.ts";
import { isLineNumberColumn } from "./line-numbers.ts";
import {
  beginLine,
  breakBlock,
  type ElementWriter,
  flush,
  type RenderContext,
} from "./render-context.ts";

const heading: ElementWriter = {
  enter(context, node) {
    if (node.tag.traits & HEADING && !context.buffer.isCell)
      beginLine(context, node, Number(node.tag.name[1]));
  },
};

/**
 * Writers for block elements other than lists and tables. Unlisted block elements only end the
 * block before them.
 */
export const blockElements: Record<string, ElementWriter> = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  summary: { enter: (context, node) => beginLine(context, node, "term") },
  blockquote: {
    enter(context, node) {
      admonitionWriter.enter!(context, node);
      if (context.admonitions.has(node)) return;
      context.buffer.writer.enter(context.dialect.quote, context.dialect.quote, "loose");
    },
    leave(context, node) {
      if (context.admonitions.has(node)) return admonitionWriter.leave!(context, node);
      writeSource(context, node);
      context.buffer.writer.leave();
    },
  },
  details: admonitionWriter,
  div: admonitionWriter,
  aside: admonitionWriter,
  section: admonitionWriter,
  hr: {
    enter(context, node) {
      breakBlock(context, node);
      if (!context.buffer.isCell && context.dialect.rule !== "")
        context.buffer.writer.block(context.dialect.rule);
    },
  },
  pre: {
    enter(context, node) {
      if (!isLineNumberColumn(node)) writeCode(context, node);
      return false;
    },
  },
};

/** How many nodes of a quotation are searched for a link to its source. */
const MAX_STEPS = 200;

/** Writes the source of a quotation unless the quotation links to it. */
function writeSource({ buffer, dialect, resolver }: RenderContext, quotation: HtmlNode): void {
  const cite = quotation.attributes?.cite;
  if (!cite || buffer.isCell || quotation.letters === 0) return;
  let node: HtmlNode | undefined = quotation;
  for (let steps = 0; node && steps < MAX_STEPS; steps++) {
    if (node.attributes?.href === cite) return;
    node = nextNode(quotation, node);
  }
  const url = resolver.image(cite);
  const source = url === undefined ? "" : dialect.source(url);
  if (source !== "") buffer.writer.block(source);
}

function writeCode(context: RenderContext, node: HtmlNode): void {
  const text = removeInvisible(codeText(node));
  if (text === "") return;
  const { inline, line, isCell, writer } = context.buffer;
  if (line || isCell) {
    inline.mark(CODE, 1);
    inline.add(text);
    inline.mark(CODE, -1);
  } else {
    flush(context);
    writer.block(context.dialect.code(text, codeLanguage(node)));
  }
}
