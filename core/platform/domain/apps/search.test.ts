import { describe, expect, it } from "vitest";
import type { AppEntry } from "../../../ports/apps.ts";
import { rankApps } from "./search.ts";

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
const search = (words: string, category?: string) =>
  rankApps(APPS, { words, category }).map(({ slug }) => slug);

describe("apps that are looked for", () => {
  it("are all of them by name, if no words are said", () =>
    expect(search("")).toEqual([
      "cafe_board",
      "github",
      "gitlab",
      "gmail",
      "google_calendar",
      "mailchimp",
    ]));
  it("are found by their name, whatever its case, its accents and its spaces", () => {
    expect(search("GitHub")).toEqual(["github"]);
    expect(search("git hub")).toEqual(["github"]);
    expect(search("cafe board")).toEqual(["cafe_board"]);
    expect(search("google_calendar")).toEqual(["google_calendar"]);
  });
  it("are found by other names", () => expect(search("google mail")[0]).toBe("gmail"));
  it("are found by how they begin, the surest first", () =>
    expect(search("git")).toEqual(["gitlab", "github"]));
  it("are found by their vendor", () =>
    expect(search("google").sort()).toEqual(["gmail", "google_calendar"]));
  it("come first where the name has the word, then those that are about it", () =>
    expect(search("mail")).toEqual(["gmail", "mailchimp"]));
  it("are found by what they are for", () =>
    expect(search("email")).toEqual(["gmail", "mailchimp"]));
  it("have most of the words, where none has all", () =>
    expect(search("google sheets")).toEqual(["gmail", "google_calendar"]));
  it("are found with one letter wrong, where nothing fits better", () => {
    expect(search("githib")).toEqual(["github"]);
    expect(search("gihtub")).toEqual(["github"]);
    expect(search("mailchmp")).toEqual(["mailchimp"]);
  });
  it("are none where nothing fits", () => expect(search("zeppelin")).toEqual([]));
  it("can be held to a category", () => {
    expect(search("", "Email")).toEqual(["gmail", "mailchimp"]);
    expect(search("git", "email")).toEqual([]);
  });
});
