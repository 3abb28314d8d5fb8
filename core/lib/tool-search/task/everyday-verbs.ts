import type { Action } from "../words/actions.ts";
import { stem } from "../words/stem.ts";

/** The interface's words for a verb of everyday English. */
interface EverydayVerb {
  readonly action: Action;
  /** The stems of the verbs and nouns that tools have for it, the most common one first. */
  readonly terms: readonly string[];
}

/** By action: a group of verbs, and the words that names and titles of tools have for them. */
const GROUPS: readonly (readonly [action: Action, verbs: string, terms: string])[] = [
  ["act", "ping nudge notify alert inform tell", "send message notify post"],
  ["act", "message msg dm", "send message direct"],
  ["act", "text sms", "send message sms text"],
  ["act", "email mail", "send email mail message"],
  ["act", "say shout announce post", "send message post create"],
  ["act", "shoot fire blast drop whip", "send create"],
  ["act", "call ring phone dial", "call create make"],
  ["act", "answer respond", "reply respond create"],
  ["act", "page", "create incident trigger page"],
  ["create", "tweet", "create tweet post"],
  ["create", "new", "create add"],
  ["create", "put stick pop place throw slap insert tack", "add create insert append upload"],
  ["create", "jot note log record track enter register", "create add log"],
  ["create", "file raise lodge report open start begin", "create open start"],
  ["create", "book schedule arrange plan reserve organize", "create schedule event add"],
  ["create", "save store keep stash", "create save add upload"],
  ["create", "write compose author draft", "create write draft"],
  ["create", "build make craft prepare produce generate draw design", "create make generate"],
  ["create", "remind", "create reminder task add"],
  ["create", "bill invoice", "create invoice send"],
  ["create", "attach append include upload import drop", "upload add attach create append"],
  ["create", "duplicate clone copy", "copy duplicate clone create"],
  ["create", "hire onboard enroll enlist", "create add"],
  ["create", "whitelist allowlist", "add create allow"],
  ["create", "comment remark", "create comment add"],
  [
    "update",
    "tweak adjust alter amend correct fix bump change edit modify set",
    "update edit change",
  ],
  ["update", "push shift reschedule postpone delay bring", "update move patch reschedule"],
  ["update", "drag move transfer relocate", "move update transition"],
  ["update", "rename retitle", "rename update"],
  ["update", "mark flag", "mark update flag set"],
  ["update", "label tag", "add label tag apply modify update"],
  ["update", "finish complete tick check", "complete close update finish"],
  ["update", "restock replenish", "set update adjust inventory"],
  ["update", "point redirect", "create update"],
  ["act", "hand delegate assign reassign allocate", "assign update"],
  ["act", "invite add loop", "add invite create"],
  ["act", "share", "share permission access"],
  ["act", "shut close resolve settle", "close update resolve"],
  ["act", "reopen", "reopen update"],
  ["act", "mute silence snooze hush quiet", "mute silence snooze"],
  ["act", "bounce restart reboot", "restart reboot"],
  ["act", "rebuild rerun retry", "build run rerun retry trigger"],
  ["act", "ship deploy release", "deploy create deployment publish"],
  ["act", "launch fire boot", "start run create launch trigger"],
  ["act", "halt kill abort stop", "stop cancel terminate delete"],
  ["act", "cancel", "cancel delete"],
  ["act", "refund reimburse", "refund create"],
  ["act", "lock suspend freeze block ban", "suspend block lock deactivate ban"],
  ["act", "promote upgrade", "promote update"],
  ["act", "approve accept okay", "approve accept update"],
  ["act", "decline refuse reject", "reject decline update"],
  ["act", "skip", "skip next"],
  ["act", "play", "start play resume"],
  ["act", "void", "void cancel delete"],
  ["delete", "kick boot oust eject expel evict", "remove kick delete"],
  [
    "delete",
    "toss bin trash scrap ditch nuke zap chuck discard delete remove erase",
    "delete remove trash",
  ],
  ["delete", "wipe flush empty clear purge", "clear purge delete"],
  ["delete", "fire offboard", "delete deactivate remove terminate"],
  ["search", "find hunt locate dig lookup search seek", "search find list query get"],
  ["read", "grab fetch pull read see view open check show inspect download", "get list read"],
  ["list", "list browse enumerate", "list get"],
];

const verbs = new Map<string, EverydayVerb>();
for (const [action, words, terms] of GROUPS) {
  const verb = { action, terms: terms.split(" ").map(stem) };
  for (const word of words.split(" ")) if (!verbs.has(word)) verbs.set(word, verb);
}

/** The verb of everyday English, or undefined if the word isn't one. */
export const everydayVerb = (word: string): EverydayVerb | undefined => verbs.get(word);

/** Words between the start of a step and its verb. */
const FILLERS = new Set(
  `please can could would will you i we they want need have has to like help me us let lets just go ahead kindly now then
  also and finally first firstly second secondly third next lastly afterwards id ill im we'd trying try should must may
  hey hi hello so the maybe quickly how do ok okay use using ask`.split(/\s+/),
);

/**
 * The position of the first word that isn't a filler, which is the verb of a step that requests
 * something. Returns -1 if there are only fillers.
 */
export const leadingVerbPosition = (words: readonly string[]): number =>
  words.findIndex((word) => !FILLERS.has(word.replaceAll("'", "")));
