/** Phrasal verbs of everyday English, and the verb that names and titles of tools have for them. */
const VERBS: Readonly<Record<string, string>> = {
  "bring back": "restore",
  "call off": "cancel",
  "catch up on": "read",
  "check off": "complete",
  "cross off": "complete",
  "fill in": "update",
  "fill out": "update",
  "get rid of": "delete",
  "hand over": "assign",
  "jot down": "create",
  "kick off": "run",
  "look for": "search",
  "look through": "search",
  "look up": "search",
  "note down": "create",
  "pull up": "get",
  "put together": "create",
  "set up": "create",
  "shut down": "stop",
  "sign up": "register",
  "spin up": "create",
  "take back": "revert",
  "take down": "delete",
  "tick off": "complete",
  "turn off": "disable",
  "turn on": "enable",
  "write down": "create",
};

const PHRASES = new RegExp(`\\b(?:${Object.keys(VERBS).join("|")})\\b`, "gi");

/** Replaces phrasal verbs by the verbs that tools have. */
export const replacePhrasalVerbs = (text: string): string =>
  text.replace(PHRASES, (phrase) => VERBS[phrase.toLowerCase()]!);
