import { expect, it } from "vitest";
import { fillUrl, maySendSecretsTo } from "./url-template.ts";

it.each([
  [
    "https://{shop}.myshopify.com/admin/oauth/authorize",
    { shop: "bakery" },
    "https://bakery.myshopify.com/admin/oauth/authorize",
  ],
  [
    "https://{host}/oauth/token",
    { host: "git.example.com" },
    "https://git.example.com/oauth/token",
  ],
  ["{host}/api", { host: "https://git.example.com/" }, "https://git.example.com/api"],
  [
    "https://login.example/{tenant}/token",
    { tenant: "a/../b c" },
    "https://login.example/a%2F..%2Fb%20c/token",
  ],
  [
    "https://login.example/token?t={tenant}",
    { tenant: "a&b=c" },
    "https://login.example/token?t=a%26b%3Dc",
  ],
  ["https://login.example/token", {}, "https://login.example/token"],
])("fills in %s with %o as %s", (template, fields, url) =>
  expect(fillUrl(template, fields as Record<string, string>)).toEqual({ url }),
);

it.each([
  [
    "https://{shop}.myshopify.com/",
    [
      "evil.example/",
      "evil.example#",
      "evil.example?",
      "a@b",
      "a:b",
      "a.b",
      "",
      "-a",
      "a\\b",
      "a\n",
      "%2e",
      "ａ",
      "127.0.0.1/",
    ],
  ],
  [
    "https://{host}/x",
    ["a/b", "a@b", "user:pw@a", "a?b", "a#b", "a b", "a\\b", "", "[::1]", "a:99999999"],
  ],
  ["https://login.example/{tenant}/token", ["..", ".", "", "\u0000"]],
])("rejects values that would leave the host or path of %s", (template, values) => {
  const [, name] = /\{(\w+)\}/.exec(template)!;
  for (const value of values)
    expect(fillUrl(template, { [name!]: value }), value).toEqual({ invalidField: name });
});

it("ignores inherited properties of the fields", () =>
  expect(fillUrl("https://{constructor}.example/", {})).toEqual({ invalidField: "constructor" }));

it("allows secrets only over HTTPS or to the local machine", () => {
  expect(
    ["https://a.example/", "http://127.0.0.1:1/", "http://localhost:1/", "http://[::1]/"].map(
      maySendSecretsTo,
    ),
  ).toEqual([true, true, true, true]);
  expect(
    [
      "http://a.example/",
      "http://10.0.0.1/",
      "ftp://a/",
      "x",
      "https://u:p@a.example/",
      "http://127.0.0.1.evil.example/",
    ].map(maySendSecretsTo),
  ).toEqual([false, false, false, false, false, false]);
});
