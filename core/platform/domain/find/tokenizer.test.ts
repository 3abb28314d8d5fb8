import { describe, expect, it } from "vitest";
import { openDictionary, packDictionary } from "./dictionary.ts";
import { stem } from "./stem.ts";
import { splitWord, tokenize, tokenizeWithNames } from "./tokenizer.ts";

describe("stems", () => {
  // The examples of Porter's own paper.
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
  ])("%s is %s", (word, stemmed) => expect(stem(word)).toBe(stemmed));
});

describe("the words of a text", () => {
  it("takes identifiers apart", () => {
    expect(splitWord("createPullRequest")).toEqual(["create", "pull", "request"]);
    expect(splitWord("HTMLPage")).toEqual(["html", "page"]);
    expect(tokenize("issues_list-for.repo")).toEqual(["issu", "list", "repo"]);
  });

  it("leaves out stop words and numbers, and knows a numbered word without its number too", () => {
    expect(tokenize("Please get me the 42 users of v2")).toEqual(["get", "user"]);
    expect(tokenize("oauth2")).toEqual(["oauth2", "oauth"]);
  });

  it("keeps a name that is written in one, besides its parts", () => {
    expect(tokenizeWithNames("GitHub issue")).toEqual(["github", "git", "hub", "issu"]);
  });

  it("folds accents, and takes scripts without spaces in pairs", () => {
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

  it("finds each word and no other", () => {
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
  ])("knows what %s is a slip of", (slip, word) => {
    expect(dictionary.findSimilar(slip).map((number) => dictionary.at(number))).toEqual([word]);
  });

  it("takes two slips for another word", () =>
    expect(dictionary.findSimilar("callender")).toEqual([]));
});
