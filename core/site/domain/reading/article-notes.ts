import { isOut, type Node, walk } from "./tree.ts";

/** Longer blocks are text that happens to begin like a note. */
const longest = 400;

const label =
  /^(?:advertisements?|ads?|sponsored(?: content)?|article continues below.{0,30}|(?:story|content) continues below.{0,30}|\d+ min(?:ute)?s?(?: of)? read(?:ing)?(?: time)?)$/i;
const vote = /\b(?:found this (?:article |page |post )?helpful|was this (?:article|page|post|content)?.{0,12}(?:helpful|useful)|click (?:on )?a star|no votes so far)\b/i;
const policy = /\b(?:our|the) (?:editorial|review|affiliate|advertising) (?:process|policy|policies|standards|guidelines|team)\b/i;
const disclosure =
  /\baffiliate (?:links?|partners?|commissions?|codes?)\b|\b(?:earn|receive|get|make) (?:us |me )?(?:an? |some )?(?:small |affiliate |referral )*(?:commission|kick-?back)/i;
const credit = /^\(?(?:(?:photo|image|picture|video|screenshot|illustration|graphic)s?(?:\/\w+)?(?: credits?)?(?: (?:courtesy of|by|via|from)\b|\s?[:©])|courtesy of\b)/i;
const pointer =
  /^(?:recommended|related|read (?:more|next|also|this|on)|also read|see also|more (?:on|from|reading)|you (?:may|might) also like|up next|don.t miss|further reading|keep reading)\b[^:]{0,30}:/i;

/** Whether a block of an article is a note of its publisher and not its text: a label of advertising, a disclosure of affiliate links, a credit, a pointer to another article. */
export function isPublishersNote(text: string, { letters, linkLetters }: Node): boolean {
  if (letters > longest) return false;
  if (letters < 60 && label.test(text)) return true;
  if (letters < 120 && credit.test(text)) return true;
  if (letters < 120 && (vote.test(text) || policy.test(text))) return true;
  if (disclosure.test(text)) return true;
  return linkLetters > 0.4 * letters && pointer.test(text);
}

const numbered = /^(?:fig(?:ure|\.)?|table|listing|chart|map|exhibit|abb(?:ildung|\.)?)\s?\d/i;

/** Whether a caption speaks of a picture, which a reader of text does not see: one of a table, of code or of a numbered figure is read. */
export function isPictureCaption(caption: Node, text: string): boolean {
  const figure = caption.parent;
  if (caption.tag.name !== "figcaption" || !figure || numbered.test(text)) return false;
  let hasPicture = false;
  let hasOther = false;
  walk(figure, (node) => {
    if (node === caption || isOut(node)) return false;
    if (node.tag.name === "img") hasPicture = true;
    else if (node.tag.name === "table" || node.tag.name === "pre" || node.tag.name === "blockquote") hasOther = true;
    return true;
  });
  return hasPicture && !hasOther;
}
