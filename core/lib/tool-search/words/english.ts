import { everydayVerb } from "../task/everyday-verbs.ts";
import { actionForTerm } from "./actions.ts";
import { isAmbiguousWord, isForeignWord } from "./foreign-words.ts";
import { isStopWord, toTerm } from "./tokenizer.ts";

/** How much more a letter of a script says whose words have few letters. */
const DENSE_FACTOR = 3;
const DENSE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/gu;
/** The weight of words such as `de` or `la`, which English texts have in names. */
const AMBIGUOUS_WEIGHT = 0.5;
const ACCENT = /[^\p{ASCII}’]/u;
/** English words with accents. */
const LOANWORDS = new Set(
  "café cafés résumé résumés naïve fiancé fiancée jalapeño piñata décor entrée à".split(" "),
);
/** Short words of English that many languages have, too. */
const SHARED = new Set("a am an at for i in on over so under was".split(" "));
/** The weight of verbs, which some languages share, such as `send` and `list`. */
const VERB_WEIGHT = 0.5;
/** A shortened article or pronoun, as in `l’utilisateur` or `dell'app`. */
const ELISION = /^(?:[ldjnsmct]|qu|dell|nell|sull|all|un)['’]\p{Ll}{3}/u;
/** Contractions, which only English has. */
const CONTRACTION = /['’](?:s|t|re|ve|ll|m|d)$/;
const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`/g;

/**
 * Returns whether a task seems to be in English. Names of products, people and places count for no
 * language, and neither do quoted texts. A task without other words counts as English.
 */
export function isEnglish(task: string): boolean {
  const text = task.normalize("NFC").replaceAll(QUOTED, " ");
  return !isOtherScript(text) && countForeign(readWords(text)) <= AMBIGUOUS_WEIGHT;
}

interface TaskWord {
  readonly spelled: string;
  readonly isFirst: boolean;
}

const readWords = (text: string): TaskWord[] =>
  (text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).map((spelled, position) => ({
    spelled,
    isFirst: position === 0,
  }));

/** Whether letters of other scripts outweigh the words in Latin letters that aren't capitalized. */
function isOtherScript(text: string): boolean {
  const others = text.match(/[^\P{L}\p{Script=Latin}]/gu)?.length ?? 0;
  const dense = text.match(DENSE)?.length ?? 0;
  const latin = text.match(/(?<![\p{L}])\p{Ll}[\p{Script=Latin}]*/gu)?.join("").length ?? 0;
  return others > 0 && others + dense * (DENSE_FACTOR - 1) > latin;
}

/** Counts words of other languages, minus those of English. */
function countForeign(words: readonly TaskWord[]): number {
  let count = 0;
  for (const { spelled, isFirst } of words) {
    // A capitalized word within a task is a name, or a noun in German.
    if (/^\p{Lu}/u.test(spelled) && !isFirst) continue;
    const word = spelled.toLowerCase();
    const plain = word.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll("ł", "l");
    if (ELISION.test(word) || isForeignWord(plain)) count += 1;
    else if (ACCENT.test(word)) count += LOANWORDS.has(word) ? 0 : 1;
    else if (isAmbiguousWord(word)) count += AMBIGUOUS_WEIGHT;
    else count -= englishWeight(word);
  }
  return count;
}

function englishWeight(word: string): number {
  if (SHARED.has(word)) return 0;
  if (isStopWord(word) || CONTRACTION.test(word)) return 1;
  const isVerb = everydayVerb(word) ?? actionForTerm(toTerm(word) ?? "");
  return isVerb ? VERB_WEIGHT : 0;
}
