import type { PageKind } from "../parse/page-kind.ts";
import { type HtmlNode, hasBlocks, leadingText } from "../parse/tree.ts";
import { isPictureCaption } from "./captions.ts";

/** Longer blocks are content that happens to start like a note. */
const MAX_LETTERS = 400;

const LABEL_PATTERN =
  /^(?:advertisements?|ads?|sponsored(?: content)?|article continues below.{0,30}|(?:story|content) continues below.{0,30}|\d+ min(?:ute)?s?(?: of)? read(?:ing)?(?: time)?)$/i;
const VOTE_PATTERN =
  /\b(?:found this (?:article |page |post )?helpful|was this (?:article|page|post|content)?.{0,12}(?:helpful|useful)|click (?:on )?a star|no votes so far)\b/i;
const POLICY_PATTERN =
  /\b(?:our|the) (?:editorial|review|affiliate|advertising) (?:process|policy|policies|standards|guidelines|team)\b/i;
const DISCLOSURE_PATTERN =
  /\baffiliate (?:links?|partners?|commissions?|codes?)\b|\b(?:earn|receive|get|make) (?:us |me )?(?:an? |some )?(?:small |affiliate |referral )*(?:commission|kick-?back)/i;
const CREDIT_PATTERN =
  /^\(?(?:(?:photo|image|picture|video|screenshot|illustration|graphic)s?(?:\/\w+)?(?: credits?)?(?: (?:courtesy of|by|via|from)\b|\s?[:©])|courtesy of\b)/i;
const RELATED_PATTERN =
  /^(?:recommended|related|read (?:more|next|also|this|on)|also read|see also|more (?:on|from|reading)|you (?:may|might) also like|up next|don.t miss|further reading|keep reading)\b[^:]{0,30}:/i;

const FORUM_LABEL_PATTERN = new RegExp(
  `^(?:${[
    "click to expand\\W*",
    "\\d+ (?:likes?|votes?|upvotes?)",
    "#\\d+",
    "share(?: improve this (?:question|answer)(?: follow)?)?",
    "add a comment\\W*",
    "reactions?:.{0,100}",
    "last edited:?.{0,60}",
    "reply with quote.{0,3}",
    "you must (?:log ?in|be logged in|register|sign in).{0,60}",
    "(?:create an account or )?sign in (?:to comment|now)",
    "register a new account",
    "advertisement\\b.{0,40}",
    "go to topic listing|thread tools|search (?:forums?|titles only)|new posts|original poster|tags",
    "users who are viewing this thread.{0,40}",
    "(?:.{1,100} )?\\d* ?(?:others? )?likes? this\\W*",
    "all times are (?:gmt|utc).{0,60}",
    "(?:« )?previous thread.{0,30}|next thread.{0,5}|forum rules|posting rules|you may (?:not )?(?:post|edit).{0,40}|(?:\\[\\w+\\]|html|bb|vb)?\\s?(?:code|smilies) (?:is|are) (?:on|off)",
    "show \\d+ more comments?|sorted by\\W*|highest score.{0,60}|improve this (?:question|answer)|(?:attachments?|link|quote)\\W*|\\(?[\\d.]+ [KM]i?B\\)? (?:downloaded|viewed) \\d+ times",
    "(?:join(?:ed|(?:ed)? date)|location|posts|messages|reaction score|likes|programs): ?.{0,80}",
    "thread starter.{0,60}|start date .{0,40}",
  ].join("|")})$`,
  "i",
);

/**
 * Whether the publisher (in an article) or the forum software (in a discussion) wrote a block,
 * rather than its author.
 */
export function isEditorialNote(node: HtmlNode, kind: PageKind): boolean {
  if (
    (kind !== "article" && kind !== "discussion") ||
    node.letters === 0 ||
    node.letters > MAX_LETTERS
  )
    return false;
  if (hasBlocks(node))
    return (
      kind === "article" &&
      node.tag.name === "figcaption" &&
      isPictureCaption(node, leadingText(node))
    );
  const text = leadingText(node);
  if (kind === "discussion") return node.letters < 120 && FORUM_LABEL_PATTERN.test(text);
  return isPictureCaption(node, text) || isPublisherNote(text, node);
}

/**
 * An advertising label, an affiliate disclosure, an image credit or a pointer to another article.
 */
function isPublisherNote(text: string, { letters, linkLetters }: HtmlNode): boolean {
  if (letters < 60 && LABEL_PATTERN.test(text)) return true;
  if (letters < 120 && CREDIT_PATTERN.test(text)) return true;
  if (letters < 120 && (VOTE_PATTERN.test(text) || POLICY_PATTERN.test(text))) return true;
  if (DISCLOSURE_PATTERN.test(text)) return true;
  return linkLetters > 0.4 * letters && RELATED_PATTERN.test(text);
}
