import { expect, test } from "vitest";
import { formatPlatformGreeting } from "./messages.ts";

test("formatPlatformGreeting() lists the apps that local servers replace", () => {
  const greeting = formatPlatformGreeting({
    origin: "http://127.0.0.1:4200",
    listeningUrl: "http://127.0.0.1:4200",
    catalog: { apps: [], tools: 0, progress: undefined },
    appOverrides: new Map([["github", "http://localhost:4000"]]),
  });
  expect(greeting).toContain("github -> http://localhost:4000 (APP_OVERRIDES)");
});
