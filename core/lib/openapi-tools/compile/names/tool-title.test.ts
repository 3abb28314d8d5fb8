import { describe, expect, it } from "vitest";
import { isNote, toTitle, withNoun } from "./tool-title.ts";

describe("toTitle()", () => {
  it.each([
    ["Gets the brand of a group.", "Get the brand of a group"],
    ["Creates or updates a card", "Create or update a card"],
    ["Returns a list of teams", "List teams"],
    ["Returns whether a user exists", "Check whether a user exists"],
    ["Returns and refunds a line item", "Return and refund a line item"],
    [
      "Creates a team and immediately adds its owner",
      "Create a team and immediately add its owner",
    ],
    ["Returns pages of a site", "Get pages of a site"],
    ["returns all orders", "Get all orders"],
  ])("makes %j an imperative", (summary, title) => expect(toTitle(summary)).toBe(title));

  it.each([
    "Lists of a board",
    "Reports and charts",
    "Create a card",
    "List items, notes etc.",
    "iPhone models",
  ])("keeps %j", (summary) => expect(toTitle(summary)).toBe(summary));

  it.each([
    ["Use this method to get a file.", "Get a file"],
    ["This operation deletes a vault", "Delete a vault"],
    ["An API method that allows admins to set the topic", "Set the topic"],
    ["Allows you to purchase credits", "Allows you to purchase credits"],
    ["Enables you to delete a profile", "Delete a profile"],
    ["Used to enable or disable alerts", "Enable or disable alerts"],
    ["You can see a list of refunds", "You can see a list of refunds"],
    ["The method of payment", "The method of payment"],
  ])("removes what precedes the verb in %j, if it knows the verb", (summary, title) =>
    expect(toTitle(summary)).toBe(title),
  );

  it.each([
    ["Get lastMessagePreview", "Get last message preview"],
    ["Find a course by contentId", "Find a course by content ID"],
    ["Use `drives.create` on macOS", "Use drives.create on macOS"],
    ["List sessions of a [room](https://acme.io/rooms)", "List sessions of a room"],
    ["create a member", "Create a member"],
  ])("removes identifiers and Markdown from %j", (summary, title) =>
    expect(toTitle(summary)).toBe(title),
  );

  it.each([
    ["Delete navigation property installedApps for users", "Delete installed apps for users"],
    ["Update the navigation property photo in me", "Update photo"],
    ["Create new navigation property to apps for groups", "Create apps for groups"],
    [
      "Get media content for the navigation property photo from me",
      "Download the content of photo",
    ],
    ["Invoke action clearPresence", "Clear presence"],
    ["Invoke function quartile_Exc", "Run quartile exc"],
    ["Invoke function delta", "List changes"],
  ])("says %j in plain words", (summary, title) => expect(toTitle(summary)).toBe(title));
});

it("adds what an action changes", () => {
  expect(withNoun("Send", "/me/messages/{message-id}/microsoft.graph.send")).toBe("Send message");
  expect(withNoun("Clear presence", "/users/{id}/presence/clearPresence")).toBe("Clear presence");
});

it("recognizes comments on an operation", () => {
  expect(
    ["This API is in preview.", "Deprecated: use drives.", "This method is used to send."].map(
      isNote,
    ),
  ).toEqual([true, true, false]);
});
