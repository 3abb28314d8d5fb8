/*
 * Idioms of everyday English, and the words that names and titles of tools have for them. The
 * pattern of an object is at most three words, so that an idiom doesn't span a sentence.
 */

const OBJECT = "((?:[\\w'’-]+ ){0,3}?[\\w'’-]+)";

type Idiom = readonly [pattern: string, replacement: string];

/** Phrasal verbs that stay together. */
const ADJACENT: readonly Idiom[] = [
  [
    "what(?:['’]s| is| have i got| do i have) on (?=(?:my |the |our )?(?:agenda|calendar|schedule)\\b)",
    "list events on ",
  ],
  [
    "what(?:['’]s| is) (?:new )?in (?=(?:my |the |our )?(?:\\w+ )?(?:inbox|mailbox)\\b)",
    "list emails in ",
  ],
  ["(?:tell|inform) (?=(?:me|us)\\b)", "show "],
  ["bring back", "restore"],
  ["call(?:ing)? off", "cancel"],
  ["catch (?:me |us )?up on", "read list"],
  ["(?:check|cross|tick) off", "complete"],
  ["close out", "close"],
  ["cut off", "disable"],
  ["fill (?:in|out)", "update"],
  ["find out", "get"],
  ["fire up", "start"],
  ["follow up with", "send message"],
  ["do a(?= \\w)", "create a"],
  ["hook up", "add connect"],
  ["(?:is|are|was|were)(?: not|n['’]t) needed(?: any ?more)?|no longer needed", "cancel delete"],
  ["show(?:ed|n|s)? up (?:to|at|for|in)", "attended attendance"],
  ["take away", "remove revoke"],
  ["get back to", "reply to"],
  ["get hold of", "get"],
  ["get in touch with", "send message"],
  ["get rid of", "delete"],
  ["(?:go|look|read) (?:over|through)", "list"],
  ["hand over", "assign"],
  ["hold off", "pause"],
  ["jot down", "create"],
  ["keep an eye on", "watch"],
  ["kick off", "start run"],
  ["leave a (?=comment|note|message|reply|review)", "create "],
  ["lock out", "suspend"],
  ["look at", "get"],
  ["look for", "search"],
  ["look up", "search"],
  ["note down", "create"],
  ["pull (?:down|up)", "get"],
  ["put (?:off|back)", "update"],
  ["put together", "create"],
  ["put up", "create"],
  ["reach out to", "send message"],
  ["roll back", "rollback"],
  ["roll out", "deploy"],
  ["run through", "list"],
  ["set up", "create"],
  ["shut (?:down|off)", "stop"],
  ["sign in", "log in"],
  ["sign up", "register"],
  ["spin up", "create"],
  ["stand up", "create"],
  ["start over", "restart"],
  ["switch off", "disable"],
  ["switch on", "enable"],
  ["take (?:down|out)", "delete"],
  ["take back", "revert"],
  ["tear down", "delete"],
  ["throw (?:away|out)", "delete"],
  ["track down", "search"],
  ["turn off", "disable"],
  ["turn on", "enable"],
  ["type up", "create"],
  ["write down", "create"],
  ["write up", "create"],
];

/** Idioms around an object, which `$1` stands for. */
const AROUND: readonly Idiom[] = [
  [
    `(?<=\\b(?:share|forward) )${OBJECT} (?:with|to) (?:the |my |our )(?:whole |entire )?team\\b`,
    "$1 with someone",
  ],
  [
    `(?:turn|make) ${OBJECT} in(?:to)? (?:an? )?(?=(?:pdf|csv|docx?|word file|png|image)\\b)`,
    "export $1 as ",
  ],
  [
    "block (?:out |off )?(?=(?:my |the |our )?(?:calendar|time|day|morning|afternoon)|\\d)",
    "book ",
  ],
  [`give (?:an? |the )?\\W?[\\w-]+\\W? role to ${OBJECT}`, "assign the role to $1"],
  [`give (?!the\\b|an?\\b)${OBJECT} (?:an? |the )\\W?[\\w-]+\\W? role`, "assign the role to $1"],
  [`give ${OBJECT} (?:their|his|her|the|my|its) money back`, "refund $1"],
  [
    `give ${OBJECT} (?:an? |the )?(?:\\w+ )?(?:access|permissions?|rights)\\b(?: (?:to|on|for)\\b)?`,
    "share access permission add $1 to",
  ],
  [`bring ${OBJECT} back up\\b`, "start resume $1"],
  [`take ${OBJECT} off\\b`, "remove delete $1 from"],
  [`put ${OBJECT} down as\\b`, "update mark $1 as"],
  [`(?:put|write|enter|type) ${OBJECT} in(?:to)? (?=range values\\b)`, "update values $1 in "],
  [`where (?:do|does|is|are) ${OBJECT} stand`, "get status of $1"],
  [`when (?:am|are|is) ${OBJECT}(?: and me)?(?: all)? free\\b`, "find free busy availability $1"],
  [`give (?!me\\b|us\\b)${OBJECT} a (?:call|ring)`, "call $1"],
  [
    `(?:drop|shoot|send|fire) (?!me\\b|us\\b)${OBJECT} a (?:line|note|text|dm|ping)\\b`,
    "send message to $1",
  ],
  [`drop ${OBJECT} an? (?=[A-Z])`, "send message to $1 "],
  [`let (?!me\\b|us\\b)${OBJECT} know`, "send message to $1"],
  [`(?:keep|bring) (?!me\\b|us\\b)${OBJECT} in the loop`, "send message to $1"],
  [`loop ${OBJECT} in\\b`, "add $1"],
  [`(?:add|bring|loop) in ${OBJECT} (?=on|to)`, "add $1 "],
  [`(?:shut|turn|switch) ${OBJECT} off\\b`, "disable $1"],
  [`(?:turn|switch) ${OBJECT} on\\b`, "enable $1"],
  [`(?:check|cross|tick) ${OBJECT} off\\b`, "complete $1"],
  [`(?:kick|boot|throw|toss) ${OBJECT} (?:out|off)(?: of)?\\b`, "remove kick $1 from"],
  [`lock ${OBJECT} out\\b`, "suspend $1"],
  [`call ${OBJECT} off\\b`, "cancel $1"],
  [`(?:take|tear) ${OBJECT} down\\b`, "delete $1"],
  [`(?:throw|toss) ${OBJECT} (?:away|in the (?:trash|bin))`, "delete trash $1"],
  [`look ${OBJECT} up\\b`, "search $1"],
  [`sign ${OBJECT} up (?:to|for)\\b`, "add member $1 to"],
  [`put ${OBJECT} on hold`, "pause $1"],
  [`(?:put|set|push|make) ${OBJECT} (?:live|public)\\b`, "publish $1"],
  [`make ${OBJECT} (?:private|internal|hidden|secret)\\b`, "update private $1"],
  [`(?:roll) ${OBJECT} back\\b`, "rollback $1"],
  [`set ${OBJECT} up\\b`, "create $1"],
  [`(?:put|place) ${OBJECT} on [\\w'’]+'?s? plate`, "assign $1"],
  [`get ${OBJECT} (?:signed|e-signed)`, "create send envelope $1 signature"],
  [`ask ${OBJECT} to (?=review|approve|sign)`, "request $1 "],
  [`hand ${OBJECT} (?:to|over to)`, "assign $1 to"],
  ["write to (?=[A-Z])", "send message to "],
  [
    '(?:write|say|put|drop) ((?:[\\w\'’-]+ ){0,3}?[\\w\'’-]+|"[^"]{1,200}") (?:in|on|into|to) (?=(?:the |our |my )?(?:[\\w#-]+ ){0,2}?(?:channel|chat|group|room|thread)\\b)',
    "send message $1 in ",
  ],
];

/** Nouns and clauses that interfaces name differently. */
const CLAUSES: readonly Idiom[] = [
  ["prs?", "pull request"],
  ["dms?", "direct message"],
  ["^need (?=an? )", "create "],
  ["p ?& ?l|p&l", "profit and loss"],
  ["w/(?= )", "with"],
  ["db", "database"],
  ["acct", "account"],
  ["mrr", "monthly recurring revenue"],
  ["ppl", "people"],
  ["1:1|one[- ]on[- ]one", "meeting"],
  ["lat[ /]+(?:long|lng|lon)", "geocode latitude longitude coordinates"],
  ["an? zoom(?: call)?", "a Zoom meeting"],
  ["what (?:have|do) (?:i|we) (?:got |have )?on(?! (?:the|my|our))", "list events calendar"],
  ["who (?:last )?(?:changed|edited|modified|touched)", "list revisions versions who changed"],
  [
    "(?:who|any(?:one|body)|how many(?: people)?|people) (?:has |have )?(?:filled? (?:in|out)|submitted)",
    "list responses submissions",
  ],
  ["how (?:did|have|do) (?:\\w+ ){1,3}(?:answer|respond|vote)(?:ed|d)?", "list responses answers"],
  [
    "(?:people|they|everyone|users|customers) (?:are |is )?say(?:ing)? about (?:us|me)",
    "search mentions posts",
  ],
  ["thumbs[- ]?(?:up|down)", "reaction emoji"],
  ["out[- ]of[- ]office|auto[- ]?reply", "vacation responder"],
  ["(?:promo|discount|voucher|coupon) codes?", "promotion code coupon discount"],
  ["to-?do list", "task list"],
  ["who(?:'s| is) (?:off|out|away)", "list who is out time off"],
  ["(?:am i|are (?:you|they|we)|is (?:every|any|some)(?:one|body)) free", "free busy availability"],
  ["how much money", "balance amount"],
  ["stand-?up", "meeting event"],
  ["stick(?:y|ies)(?= on| to)", "sticky note"],
  ["(?:who|which people) (?:has |have )?(?:applied|applies)", "list candidates applications"],
  [
    "(?:who|which people) (?:has |have )?(?:signed up|registered|rsvp'?d)",
    "list attendees registrants",
  ],
  ["what (?:did|have|has) (?:\\w+ ){1,2}(?:buy|bought|ordered?)", "list orders"],
  ["what (?:did|have|has) (?:\\w+ ){1,2}(?:sell|sold)", "list orders payments"],
  ["(?:who|people) (?:has |have )?(?:answered|responded|replied)", "list responses"],
];

const compile = (idioms: readonly Idiom[]) =>
  idioms.map(([pattern, replacement]) => ({
    pattern: new RegExp(
      `\\b(?:${pattern})${/[)\w]$|\?$/.test(pattern) && !pattern.includes("(?=") ? "(?!\\w)" : ""}`,
      "gi",
    ),
    replacement,
  }));

const RULES = [...compile(AROUND), ...compile(ADJACENT), ...compile(CLAUSES)];

/** Phrases in which `like` isn't the action on a post. */
const LIKE_IDIOMS =
  /\b(?:would|i'?d|looks?|feels?|sounds?|something|things?|more|just|much) like\b|\blike to\b/gi;

/** Replaces idioms by the words that tools have. Tasks and phrases of tools are normalized alike. */
export const normalizeText = (text: string): string =>
  RULES.reduce(
    (result, { pattern, replacement }) => result.replace(pattern, replacement),
    text.replaceAll(LIKE_IDIOMS, " "),
  );
