import { stemmer as stemDutch } from "@orama/stemmers/dutch";
import { stemmer as stemFrench } from "@orama/stemmers/french";
import { stemmer as stemGerman } from "@orama/stemmers/german";
import { stemmer as stemItalian } from "@orama/stemmers/italian";
import { stemmer as stemPortuguese } from "@orama/stemmers/portuguese";
import { stemmer as stemRussian } from "@orama/stemmers/russian";
import { stemmer as stemSpanish } from "@orama/stemmers/spanish";
import { stemmer as stemSwedish } from "@orama/stemmers/swedish";
import { stopwords as dutch } from "@orama/stopwords/dutch";
import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as french } from "@orama/stopwords/french";
import { stopwords as german } from "@orama/stopwords/german";
import { stopwords as italian } from "@orama/stopwords/italian";
import { stopwords as portuguese } from "@orama/stopwords/portuguese";
import { stopwords as russian } from "@orama/stopwords/russian";
import { stopwords as spanish } from "@orama/stopwords/spanish";
import { stopwords as swedish } from "@orama/stopwords/swedish";
import { stemmer as stemEnglish } from "stemmer";
import { stem as stemPlural } from "./tokenizer.ts";

/** How to search texts of one language. */
export interface Language {
  readonly tag: string;
  /** Returns the stem of a lowercase word. */
  stem(word: string): string;
  readonly stopWords: ReadonlySet<string>;
}

const create = (tag: string, stem: Language["stem"], words: readonly string[]): Language => ({
  tag,
  // Snowball doesn't expect digits, and most of them are parts of identifiers.
  stem: (word) => (word.length > 2 && /^\p{L}+$/u.test(word) ? stem(word) : word),
  stopWords: new Set(words),
});

/** Words with which people ask for something. They don't identify a page. */
const REQUEST_WORDS = "a please want need tell me help get show does possible".split(" ");

/** Used for pages that don't declare a language. */
export const ENGLISH = create("en", stemEnglish, [...english, ...REQUEST_WORDS]);

const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  [
    ENGLISH,
    create("de", stemGerman, german),
    create("es", stemSpanish, spanish),
    create("fr", stemFrench, french),
    create("it", stemItalian, italian),
    create("nl", stemDutch, dutch),
    create("pt", stemPortuguese, portuguese),
    create("ru", stemRussian, russian),
    create("sv", stemSwedish, swedish),
  ].map((language) => [language.tag, language]),
);

/** For other languages: plural -s is removed, and no word is a stop word. */
const OTHER: Language = { tag: "", stem: stemPlural, stopWords: new Set() };

/** Returns how to search pages of a language (BCP 47). Default: English. */
export const languageFor = (tag: string | undefined): Language =>
  tag ? (LANGUAGES.get(tag.slice(0, 2).toLowerCase()) ?? OTHER) : ENGLISH;
