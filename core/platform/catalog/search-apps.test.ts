import { describe, expect, it } from "vitest";
import type { AppEntry } from "../../lib/openapi-tools/index.ts";
import { rankApps } from "./search-apps.ts";

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

describe("rankApps", () => {
  it("returns all apps by name for an empty query", () =>
    expect(search("")).toEqual([
      "cafe_board",
      "github",
      "gitlab",
      "gmail",
      "google_calendar",
      "mailchimp",
    ]));

  it("finds apps by name, ignoring case, accents and spaces", () => {
    expect(search("GitHub")).toEqual(["github"]);
    expect(search("git hub")).toEqual(["github"]);
    expect(search("cafe board")).toEqual(["cafe_board"]);
    expect(search("google_calendar")).toEqual(["google_calendar"]);
  });

  it("finds apps by alias", () => expect(search("google mail")[0]).toBe("gmail"));

  it("finds apps by prefix, reviewed apps first", () =>
    expect(search("git")).toEqual(["gitlab", "github"]));

  it("finds apps by vendor", () =>
    expect(search("google").sort()).toEqual(["gmail", "google_calendar"]));

  it("ranks apps with the word in the name before apps with the word elsewhere", () =>
    expect(search("mail")).toEqual(["gmail", "mailchimp"]));

  it("finds apps by category", () => expect(search("email")).toEqual(["gmail", "mailchimp"]));

  it.each(["support", "helpdesk", "Help desk", "customer service"])(
    "ranks popular apps of the category that people call %s before names with the words",
    (words) => {
      const apps = [
        app("customer_service_tips", "Customer Service Support Helpdesk Help Desk"),
        app("zendesk", "Zendesk", { categories: ["support"], popular: true }),
        app("acme_desk", "Acme", { categories: ["support"] }),
      ];
      expect(rankApps(apps, { words })[0]!.slug).toBe("zendesk");
      expect(rankApps(apps, { words }).map(({ slug }) => slug)).toContain("acme_desk");
    },
  );

  it("ranks popular apps first among equals", () => {
    const apps = [app("git_a", "Git A"), app("git_b", "Git B", { popular: true })];
    expect(rankApps(apps, { words: "git" }).map(({ slug }) => slug)).toEqual(["git_b", "git_a"]);
  });

  it("returns the apps with the most matching words if none has all", () =>
    expect(search("google sheets")).toEqual(["gmail", "google_calendar"]));

  it("finds names one edit away if nothing else matches", () => {
    expect(search("githib")).toEqual(["github"]);
    expect(search("gihtub")).toEqual(["github"]);
    expect(search("mailchmp")).toEqual(["mailchimp"]);
  });

  it("returns no apps if nothing matches", () => expect(search("zeppelin")).toEqual([]));

  it("filters by category", () => {
    expect(search("", "Email")).toEqual(["gmail", "mailchimp"]);
    expect(search("git", "email")).toEqual([]);
  });
});
