import type { AppName } from "../index/fields.ts";
import type { Section } from "../index/sections.ts";

/** A name of an app, as it is spelled. */
export interface SpelledName {
  readonly app: number;
  /** The position among the names of the app: 0 for its slug, 1 for its display name. */
  readonly position: number;
  /** In lowercase. */
  readonly words: readonly string[];
  /**
   * For a name of one word, the share of the tools with the word that are those of apps with that
   * name. 1 for longer names.
   */
  readonly share: number;
}

/** The names of the apps in an index, as they are spelled. */
export interface SpelledNames {
  /** By app: its names. */
  readonly byApp: readonly (readonly SpelledName[])[];
  /** Returns the names that begin with a lowercase word. */
  startingWith(word: string): readonly SpelledName[];
}

/** Packs the names in two sections: a line per app with tabs between names, and the shares. */
export function packSpelledNames(
  apps: readonly (readonly AppName[])[],
  appOf: readonly number[],
  toolsWithWord: (word: string) => number,
): [Section, Section] {
  const sizes = new Map<number, number>();
  for (const app of appOf) sizes.set(app, (sizes.get(app) ?? 0) + 1);
  const toolsByName = new Map<string, number>();
  for (const [app, names] of apps.entries()) {
    for (const word of new Set(names.flatMap(({ words }) => words)))
      toolsByName.set(word, (toolsByName.get(word) ?? 0) + sizes.get(app)!);
  }
  const share = (word: string) => Math.min(1, toolsByName.get(word)! / toolsWithWord(word));
  return [
    new TextEncoder().encode(
      apps.map((names) => names.map(({ words }) => words.join(" ")).join("\t")).join("\n"),
    ),
    new Float32Array(
      apps.flatMap((names) =>
        names.map(({ words }) => (words.length === 1 ? share(words[0]!) : 1)),
      ),
    ),
  ];
}

/** Opens the sections of `packSpelledNames`. */
export function openSpelledNames(text: Uint8Array, shares: Float32Array): SpelledNames {
  let number = 0;
  const byApp = new TextDecoder()
    .decode(text)
    .split("\n")
    .map((line, app) =>
      line
        .split("\t")
        .filter(Boolean)
        .map(
          (name, position): SpelledName => ({
            app,
            position,
            words: name.split(" "),
            share: shares[number++]!,
          }),
        ),
    );
  const byFirstWord = new Map<string, SpelledName[]>();
  for (const name of byApp.flat()) {
    const first = name.words[0]!;
    const names = byFirstWord.get(first);
    if (names) names.push(name);
    else byFirstWord.set(first, [name]);
  }
  return { byApp, startingWith: (word) => byFirstWord.get(word) ?? [] };
}
