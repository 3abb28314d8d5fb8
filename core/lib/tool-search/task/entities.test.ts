import { describe, expect, it } from "vitest";
import { replaceIdentifiers, weightTokens } from "./entities.ts";

/** The tokens that are fully about the tool. */
const important = (piece: string): string =>
  weightTokens(piece)
    .filter(({ factor }) => factor === 1)
    .map(({ token }) => token)
    .join(" ");

describe("weightTokens", () => {
  it.each([
    ['tweet "We\'re hiring! 3 roles open"', "tweet"],
    ["write 'paid' in the sheet", "write in the sheet"],
    ["rename the “Q3 launch” channel", "rename the channel"],
    ["jot down in my notes: the door code is new", "jot down in my notes"],
    ["reschedule the sync to Thursday", "reschedule the sync to"],
    ["what's due next week", "what's due"],
    ["book 45 mins on 3 May", "book 45 on 3"],
    ["pause the campaign, it's eating budget", "pause the campaign"],
    ["since they keep asking: list the opens", "list the opens"],
    ["please file a bug about the login page", "please file a bug about"],
  ])("counts content, dates and reasons less in %s", (piece, tokens) => {
    expect(important(piece)).toBe(tokens);
  });

  it.each([
    "give me the following details: names and prices",
    "Slack: tell the team",
    "the users' files and Ana's notes",
    "may I create a monthly report",
    "find the tickets about refunds",
    "a list of the week's games",
  ])("counts all words of %s", (piece) => {
    expect(weightTokens(piece).every(({ factor }) => factor === 1)).toBe(true);
  });

  it("keeps all tokens in order", () => {
    expect(weightTokens('post "hi there" on Monday').map(({ token }) => token)).toEqual([
      "post",
      "hi",
      "there",
      "on",
      "Monday",
    ]);
  });
});

describe("replaceIdentifiers", () => {
  it.each([
    ["invite sam@example.org to the board", "invite someone to the board"],
    ["look up order SO-20391", "look up order it"],
    ["what's in B2 to F14", "what's in range values"],
    ["write 5 in D17", "write 5 in range values"],
    ["restart the EC2 instance", "restart the EC2 instance"],
  ])("reads %s", (text, expected) => {
    expect(replaceIdentifiers(text)).toBe(expected);
  });
});
