import { describe, expect, it } from "vitest";
import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
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

  it("finds apps by a purpose among other words", () => {
    const purposes = ["crm", "sales pipeline"];
    const apps = [
      app("gsa", "GSA", { description: "CRM data of small business." }),
      app("pipes", "Pipes", { purposes, popular: true }),
      app("sails", "Sails", { purposes, popular: true, leading: true }),
    ];
    const found = (words: string) => rankApps(apps, { words }).map(({ slug }) => slug);
    expect(found("crm for small business")).toEqual(["sails", "pipes", "gsa"]);
    expect(found("the best sales pipeline for my team")).toEqual(["sails", "pipes"]);
    expect(found("pipes crm")).toEqual(["pipes"]);
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

  it.each(["to-do list", "todo lists", "to do list app", "tool for to-do lists"])(
    "finds apps by a purpose spelled as %s",
    (words) => {
      const apps = [
        app("notes", "Notes", { purposes: ["notes"] }),
        app("tasks", "Tasks", { purposes: ["to-do lists"] }),
      ];
      expect(rankApps(apps, { words }).map(({ slug }) => slug)).toEqual(["tasks"]);
    },
  );

  it("ranks apps by popularity, review, and the place of the purpose among theirs", () => {
    const purposes = ["wiki"];
    const apps = [
      app("a", "A", { purposes }),
      app("b", "B", { purposes: ["notes", "wiki"], verified: "reviewed" }),
      app("c", "C", { purposes, verified: "reviewed" }),
      app("d", "D", { purposes, popular: true }),
    ];
    expect(rankApps(apps, { words: "wiki" }).map(({ slug }) => slug)).toEqual(["d", "c", "b", "a"]);
  });

  it("ranks purposes before an unknown app whose name is an ordinary word", () => {
    const apps = [
      app("news", "News"),
      app("daily", "The Daily", { purposes: ["news"], verified: "reviewed" }),
    ];
    expect(rankApps(apps, { words: "news" }).map(({ slug }) => slug)).toEqual(["daily", "news"]);
    expect(rankApps(apps.slice(0, 1), { words: "news" })).toHaveLength(1);
  });

  it("prefers an app with a purpose in its name to the purpose alone", () => {
    const apps = [
      app("zoom", "Zoom", { purposes: ["video calls"], popular: true }),
      app("acme_video", "Acme Video", { purposes: ["video calls"] }),
    ];
    expect(rankApps(apps, { words: "acme video calls" })[0]!.slug).toBe("acme_video");
  });

  it("returns the apps with the most matching words if none has all", () =>
    expect(search("google sheets")).toEqual(["gmail", "google_calendar"]));

  it("finds names one edit away if nothing else matches", () => {
    expect(search("githib")).toEqual(["github"]);
    expect(search("gihtub")).toEqual(["github"]);
    expect(search("mailchmp")).toEqual(["mailchimp"]);
  });

  it("corrects single words of names and purposes, in long words two mistakes", () => {
    const apps = [...APPS, app("acme", "Acme", { purposes: ["spreadsheet"] })];
    const find = (words: string) => rankApps(apps, { words })[0]?.slug;
    expect(find("gogle calender")).toBe("google_calendar");
    expect(find("spraedshet")).toBe("acme");
    expect(find("sreadsheets for teams")).toBe("acme");
    expect(find("gmial")).toBe("gmail");
  });

  it("prefers misspelled names to pieces inside words, which match if nothing else does", () => {
    const apps = [app("digithub", "Digithubbing"), app("github", "GitHub")];
    expect(rankApps(apps, { words: "gthub" }).map(({ slug }) => slug)).toEqual(["github"]);
    expect(rankApps(apps, { words: "thub" }).map(({ slug }) => slug)).toEqual([
      "digithub",
      "github",
    ]);
  });

  it("doesn't correct words that apps have", () => {
    const apps = [app("slack", "Slack"), app("stack", "Stack")];
    expect(rankApps(apps, { words: "stack" }).map(({ slug }) => slug)).toEqual(["stack"]);
  });

  it("returns no apps if nothing matches", () => expect(search("zeppelin")).toEqual([]));

  it("filters by category", () => {
    expect(search("", "Email")).toEqual(["gmail", "mailchimp"]);
    expect(search("git", "email")).toEqual([]);
  });
});
