import { codeLanguage, codeText } from "./code-block.ts";
import { CODE } from "./inline.ts";
import { removeInvisible } from "./invisible.ts";
import { beginLine, divide, type ElementWriting, flush, type Pen } from "./pen.ts";
import { HEADING } from "./tags.ts";
import type { Node } from "./tree.ts";

const heading: ElementWriting = {
  enter(pen, node) {
    if (node.tag.is & HEADING && !pen.sheet.isCell) beginLine(pen, node, Number(node.tag.name[1]));
  },
};

/** Blocks of text other than lists and tables. Those not listed are divided from what is around them, and no more. */
export const blockElements: Record<string, ElementWriting> = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  summary: { enter: (pen, node) => beginLine(pen, node, "term") },
  blockquote: {
    enter: (pen) => pen.sheet.writer.enter(pen.dialect.quote, pen.dialect.quote, "loose"),
    leave: (pen) => pen.sheet.writer.leave(),
  },
  hr: {
    enter(pen, node) {
      divide(pen, node);
      if (!pen.sheet.isCell && pen.dialect.rule !== "") pen.sheet.writer.block(pen.dialect.rule);
    },
  },
  pre: {
    enter(pen, node) {
      writeCode(pen, node);
      return false;
    },
  },
};

function writeCode(pen: Pen, node: Node): void {
  const text = removeInvisible(codeText(node));
  if (text === "") return;
  const { inline, line, isCell, writer } = pen.sheet;
  if (line || isCell) {
    inline.mark(CODE, 1);
    inline.add(text);
    inline.mark(CODE, -1);
  } else {
    flush(pen);
    writer.block(pen.dialect.code(text, codeLanguage(node)));
  }
}
