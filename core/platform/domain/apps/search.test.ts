import { describe, expect, it } from "vitest";
import type { AppEntry } from "../../../ports/apps.ts";
import { appsWanted } from "./search.ts";

const app = (slug: string, name: string, more: Partial<AppEntry> = {}): AppEntry => ({
  slug,
  name,
  description: "",
  vendor: `${slug}.example`,
  categories: [],
  kind: "http",
  auth: ["api_key"],
  tools: 1,
  verified: "unverified",
  ...more,
});

const APPS = [
  app("gmail", "Gmail", {
    vendor: "google.com",
    categories: ["email"],
    description: "Mail: messages, drafts and labels.",
    aliases: ["Google Mail"],
  }),
  app("google_calendar", "Google Calendar", { vendor: "google.com", categories: ["calendar"] }),
  app("mailchimp", "Mailchimp", { categories: ["marketing", "email"] }),
  app("github", "GitHub", { categories: ["developer tools"] }),
  app("gitlab", "GitLab", { categories: ["developer tools"], verified: "reviewed" }),
  app("cafe_board", "Café Board"),
];
const found = (words: string, category?: string) =>
  appsWanted(APPS, { words, category }).map(({ slug }) => slug);

describe("apps that are looked for", () => {
  it("are all of them by name, if no words are said", () =>
    expect(found("")).toEqual([
      "cafe_board",
      "github",
      "gitlab",
      "gmail",
      "google_calendar",
      "mailchimp",
    ]));
  it("are found by their name, whatever its case, its accents and its spaces", () => {
    expect(found("GitHub")).toEqual(["github"]);
    expect(found("git hub")).toEqual(["github"]);
    expect(found("cafe board")).toEqual(["cafe_board"]);
    expect(found("google_calendar")).toEqual(["google_calendar"]);
  });
  it("are found by other names", () => expect(found("google mail")[0]).toBe("gmail"));
  it("are found by how they begin, the surest first", () =>
    expect(found("git")).toEqual(["gitlab", "github"]));
  it("are found by their vendor", () =>
    expect(found("google").sort()).toEqual(["gmail", "google_calendar"]));
  it("come first where the name has the word, then those that are about it", () =>
    expect(found("mail")).toEqual(["gmail", "mailchimp"]));
  it("are found by what they are for", () =>
    expect(found("email")).toEqual(["gmail", "mailchimp"]));
  it("have most of the words, where none has all", () =>
    expect(found("google sheets")).toEqual(["gmail", "google_calendar"]));
  it("are found with one letter wrong, where nothing fits better", () => {
    expect(found("githib")).toEqual(["github"]);
    expect(found("gihtub")).toEqual(["github"]);
    expect(found("mailchmp")).toEqual(["mailchimp"]);
  });
  it("are none where nothing fits", () => expect(found("zeppelin")).toEqual([]));
  it("can be held to a category", () => {
    expect(found("", "Email")).toEqual(["gmail", "mailchimp"]);
    expect(found("git", "email")).toEqual([]);
  });
});
