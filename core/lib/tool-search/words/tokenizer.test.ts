import { describe, expect, it } from "vitest";
import { openDictionary, packDictionary } from "../index/dictionary.ts";
import { stem } from "./stem.ts";
import { splitWord, tokenize, tokenizeWithNames } from "./tokenizer.ts";

describe("stem", () => {
  // The first examples are from Porter's paper.
  it.each([
    ["caresses", "caress"],
    ["ponies", "poni"],
    ["cats", "cat"],
    ["feed", "feed"],
    ["agreed", "agre"],
    ["plastered", "plaster"],
    ["motoring", "motor"],
    ["sing", "sing"],
    ["conflated", "conflat"],
    ["sized", "size"],
    ["hopping", "hop"],
    ["falling", "fall"],
    ["filing", "file"],
    ["happy", "happi"],
    ["sky", "sky"],
    ["relational", "relat"],
    ["conditional", "condit"],
    ["decisiveness", "decis"],
    ["triplicate", "triplic"],
    ["goodness", "good"],
    ["revival", "reviv"],
    ["adjustment", "adjust"],
    ["adoption", "adopt"],
    ["effective", "effect"],
    ["rate", "rate"],
    ["cease", "ceas"],
    ["controlling", "control"],
    ["s3", "s3"],
  ])("reduces %s to %s", (word, stemmed) => expect(stem(word)).toBe(stemmed));
});

describe("tokenize", () => {
  it("splits identifiers", () => {
    expect(splitWord("createPullRequest")).toEqual(["create", "pull", "request"]);
    expect(splitWord("HTMLPage")).toEqual(["html", "page"]);
    expect(tokenize("issues_list-for.repo")).toEqual(["issu", "list", "repo"]);
  });

  it("drops stop words and numbers, and adds a numbered word without its number", () => {
    expect(tokenize("Please get me the 42 users of v2")).toEqual(["get", "user"]);
    expect(tokenize("oauth2")).toEqual(["oauth2", "oauth"]);
  });

  it("keeps a CamelCase name along with its parts", () => {
    expect(tokenizeWithNames("GitHub issue")).toEqual(["github", "git", "hub", "issu"]);
  });

  it("removes accents, and splits scripts without spaces into bigrams", () => {
    expect(tokenize("Café Übersicht")).toEqual(["cafe", "ubersicht"]);
    expect(tokenize("工作空间")).toEqual(["工作", "作空", "空间"]);
  });
});

describe("a dictionary", () => {
  const { sections, sorted } = packDictionary(["calendar", "repositori", "issu", "über", "a"]);
  const dictionary = openDictionary(
    ...(sections.map(({ buffer }) => new Uint8Array(buffer)) as [
      Uint8Array<ArrayBuffer>,
      Uint8Array<ArrayBuffer>,
    ]),
  );

  it("finds its words and no others", () => {
    expect(sorted.map((word) => dictionary.at(dictionary.find(word)))).toEqual([
      "a",
      "calendar",
      "issu",
      "repositori",
      "über",
    ]);
    expect(["b", "", "calenda", "zz"].map((word) => dictionary.find(word))).toEqual([
      -1, -1, -1, -1,
    ]);
  });

  it.each([
    ["calender", "calendar"],
    ["repositri", "repositori"],
    ["repossitori", "repositori"],
    ["isus", "issu"],
    ["issux", "issu"],
  ])("corrects %s to %s", (typo, word) => {
    expect(dictionary.findSimilar(typo).map((number) => dictionary.at(number))).toEqual([word]);
  });

  it("doesn't correct two typos in one word", () =>
    expect(dictionary.findSimilar("callender")).toEqual([]));
});
