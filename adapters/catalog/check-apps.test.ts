import { expect, it } from "vitest";
import { checkAppNames } from "./check-apps.ts";

const check = (...rows: readonly { slug: string; name: string }[]): string[] => {
  const problems: string[] = [];
  checkAppNames(rows, (message) => problems.push(message));
  return problems;
};

it("accepts names that readers can tell apart", () => {
  expect(
    check(
      { slug: "app_1forge", name: "1Forge Finance" },
      { slug: "okta", name: "Okta" },
      { slug: "twilio_voice", name: "Twilio Voice" },
    ),
  ).toEqual([]);
});

it.each([
  [
    "two apps with the same name",
    "has the same name as okta",
    ["okta", "Okta"],
    ["okta_2", "OKTA"],
  ],
  ["a name that says nothing", "doesn't identify an app", ["adyen_balance", "Configuration"]],
  ["a document's title", "doesn't identify an app", ["doqs", "doqs.dev | PDF filling"]],
  ["a slug that is a hash", "is a hash", ["app_k3x9p2", "カラーミー"]],
] as const)("reports %s", (_, problem, ...rows) =>
  expect(check(...rows.map(([slug = "", name = ""]) => ({ slug, name })))).toEqual([
    expect.stringContaining(problem) as string,
  ]),
);
