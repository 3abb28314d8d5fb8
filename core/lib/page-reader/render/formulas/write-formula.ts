import { removeInvisible } from "../../hide/invisible.ts";
import { collapseSpace } from "../../parse/tree.ts";
import { flush, type RenderContext } from "../render-context.ts";
import type { Formula } from "./tex.ts";

/** Writes a formula. A block formula becomes a block, unless it is in a heading, cell or link. */
export function writeFormula(context: RenderContext, { tex, isBlock }: Formula): void {
  const { inline, line, isCell } = context.buffer;
  const isOwnBlock = isBlock && !line && !isCell && inline.link() === "";
  if (isOwnBlock) flush(context);
  inline.addMarkup(context.dialect.formula(collapseSpace(removeInvisible(tex)), isBlock));
  if (isOwnBlock) flush(context);
}
