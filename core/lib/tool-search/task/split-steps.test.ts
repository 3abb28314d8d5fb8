import { describe, expect, it } from "vitest";
import { splitSteps } from "./split-steps.ts";

describe("splitSteps", () => {
  it.each([
    [
      "open an issue in GitHub and post it to #dev in Slack",
      ["open an issue in GitHub", "post it to #dev in Slack"],
    ],
    [
      "find the contact in HubSpot and update their phone",
      ["find the contact in HubSpot", "update their phone"],
    ],
    [
      "look up the order, refund it, and then let Ana know; afterwards close the ticket",
      ["look up the order", "refund it", "let Ana know", "close the ticket"],
    ],
    ["1. create a card\n2) add a comment to it", ["create a card", "add a comment to it"]],
    ["- create a card\n- archive it", ["create a card", "archive it"]],
    ["Create a page. After that, share it!", ["Create a page", "share it"]],
    ["when a deal closes, make an invoice", ["make an invoice"]],
    [
      'post "Hi! We are done, and send it" in Slack and close the ticket',
      ['post "Hi! We are done, and send it" in Slack', "close the ticket"],
    ],
    [
      "download the report, anonymize the rows and zip everything",
      ["download the report", "anonymize the rows", "zip everything"],
    ],
  ])("splits %s", (task, steps) => {
    expect(splitSteps(task)).toEqual(steps);
  });

  it.each([
    "get the title, description and status of a page",
    "list open and closed issues of a repository",
    "find the start and end of an event",
    "create a new page, list or file",
    "send version 2.1 of config.json to example.com",
    "send mom and dad a message",
    "create a page with the title and, within it, a list",
    "show the tasks of Ana and Bob the builder",
    "list invoices and possibly the payments",
  ])("keeps %s together", (task) => {
    expect(splitSteps(task)).toEqual([task]);
  });

  it("returns at most eight steps, the last of which has the rest", () => {
    const steps = splitSteps([..."abcdefghijkl"].map((letter) => `add item ${letter}`).join(". "));
    expect(steps).toHaveLength(8);
    expect(steps[7]).toBe("add item h add item i add item j add item k add item l");
  });

  it("returns nothing for a text without letters", () => {
    expect(splitSteps(" ,; - ?! ")).toEqual([]);
  });
});
