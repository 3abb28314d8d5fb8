import { expect, test } from "vitest";
import { formatGreeting, formatPlatformGreeting } from "./messages.ts";

test("formatPlatformGreeting() lists the apps that local servers replace", () => {
  const greeting = formatPlatformGreeting({
    origin: "http://127.0.0.1:4200",
    listeningUrl: "http://127.0.0.1:4200",
    catalog: { apps: [], tools: 0, progress: undefined },
    appOverrides: new Map([["github", "http://localhost:4000"]]),
  });
  expect(greeting).toContain("github -> http://localhost:4000 (APP_OVERRIDES)");
});

const formatFolderGreeting = (...paths: string[]) =>
  formatGreeting({
    site: {
      origin: "http://127.0.0.1:4100",
      name: "My shop",
      description: "A shop.",
      notOffered: [],
    },
    pages: paths.map((path) => ({ path, title: path })),
    listeningUrl: "http://127.0.0.1:4100",
    demo: false,
    runtime: "Node 24",
  });

test("formatGreeting() warns about an empty folder and suggests nothing that answers 404", () => {
  const greeting = formatFolderGreeting();
  expect(greeting).toContain("(0 pages)");
  expect(greeting).toContain("Warning: there are no pages");
  expect(greeting).toContain('curl "http://127.0.0.1:4100/agent/site.json"');
  expect(greeting).not.toMatch(/4100\/$|4100\/"|agent\/read/m);
});

test("formatGreeting() names a page that exists if there is no home page", () => {
  const greeting = formatFolderGreeting("/guide.html");
  expect(greeting).toContain("(1 page)");
  expect(greeting).not.toContain("Warning");
  expect(greeting).toContain("  Website         http://127.0.0.1:4100/guide.html\n");
  expect(greeting).toContain("read?url=http://127.0.0.1:4100/guide.html");
  expect(formatFolderGreeting("/guide.html", "/")).toContain(
    "  Website         http://127.0.0.1:4100/\n",
  );
});
