/**
 * The stem of a lowercase English word (Porter's algorithm, 1980). Words with characters
 * other than `a` to `z` are returned unchanged.
 */
export function stem(word: string): string {
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  const stemmed = word.length > 2 && /^[a-z]+$/.test(word) ? porter(word) : word;
  if (stems.size >= MAX_CACHED) stems.clear();
  stems.set(word, stemmed);
  return stemmed;
}

const MAX_CACHED = 50_000;
const stems = new Map<string, string>();

const CONSONANTS = "(?:[^aeiouy]|(?<=^|[aeiou])y)";
const VOWELS = "(?:[aeiou]|(?<=[^aeiou])y)";
/** Porter's measure, the number of vowel-consonant sequences: at least 1, exactly 1, at least 2. */
const MEASURE_1 = new RegExp(`^${CONSONANTS}*${VOWELS}+${CONSONANTS}`);
const MEASURE_JUST_1 = new RegExp(`^${CONSONANTS}*${VOWELS}+${CONSONANTS}+${VOWELS}*$`);
const MEASURE_2 = new RegExp(`^${CONSONANTS}*${VOWELS}+${CONSONANTS}+${VOWELS}+${CONSONANTS}`);
const HAS_VOWEL = new RegExp(VOWELS);
const SHORT_END = new RegExp(`${CONSONANTS}${VOWELS}(?![wxy])${CONSONANTS}$`);

const STEP_2 = compileEndings(
  "ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log",
);
const STEP_3 = compileEndings("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:");
const STEP_4 =
  /^(.+?)(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/;

function porter(word: string): string {
  return stripFinalE(
    stripSuffix(
      replaceEnding(replaceEnding(replaceFinalY(stripTense(stripPlural(word))), STEP_2), STEP_3),
    ),
  );
}

function stripPlural(word: string): string {
  if (/(?:ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function stripTense(word: string): string {
  if (word.endsWith("eed")) return MEASURE_1.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const rest = /^(.+?)(?:ed|ing)$/.exec(word)?.[1];
  if (rest === undefined || !HAS_VOWEL.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/([^aeioulsz])\1$/.test(rest)) return rest.slice(0, -1);
  return MEASURE_JUST_1.test(rest) && SHORT_END.test(rest) ? `${rest}e` : rest;
}

const replaceFinalY = (word: string): string =>
  word.endsWith("y") && HAS_VOWEL.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;

function replaceEnding(word: string, { pattern, replacements }: Endings): string {
  const [, rest, ending] = pattern.exec(word) ?? [];
  return rest !== undefined && MEASURE_1.test(rest) ? rest + replacements.get(ending!)! : word;
}

function stripSuffix(word: string): string {
  const rest = STEP_4.exec(word)?.[1];
  return rest !== undefined && MEASURE_2.test(rest) ? rest : word;
}

function stripFinalE(word: string): string {
  let short = word;
  if (word.endsWith("e")) {
    const rest = word.slice(0, -1);
    if (MEASURE_2.test(rest) || (MEASURE_JUST_1.test(rest) && !SHORT_END.test(rest))) short = rest;
  }
  return short.endsWith("ll") && MEASURE_2.test(short) ? short.slice(0, -1) : short;
}

interface Endings {
  readonly pattern: RegExp;
  readonly replacements: ReadonlyMap<string, string>;
}

/** The start of the pattern is lazy, so that the longest ending matches. */
function compileEndings(pairs: string): Endings {
  const replacements = new Map(pairs.split(" ").map((pair) => pair.split(":") as [string, string]));
  return { pattern: new RegExp(`^(.+?)(${[...replacements.keys()].join("|")})$`), replacements };
}
