import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  parseAppOverrides,
  withAppOverrides,
} from "../../adapters/catalog/own-apps/app-overrides.ts";
import {
  createAppRecord,
  createMemoryCatalog,
  createOAuthMethod,
} from "../fixtures/connections/apps.ts";

let github: Emulator;
beforeAll(async () => {
  github = await createEmulator({ service: "github", port: 0 });
});
afterAll(() => github.close());

const google = {
  authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: "https://oauth2.googleapis.com/token",
  revocationUrl: "https://oauth2.googleapis.com/revoke",
};
const records = [
  createAppRecord(
    "github",
    [
      createOAuthMethod("https://github.com", {
        authorizationUrl: "https://github.com/login/oauth/authorize",
        tokenUrl: "https://github.com/login/oauth/access_token",
        revocationUrl: undefined,
      }),
    ],
    { base: "https://api.github.com" },
  ),
  createAppRecord("gmail", [createOAuthMethod("https://x.example", google)], {
    base: "https://gmail.googleapis.com",
  }),
  createAppRecord("notes", [createOAuthMethod("https://notes.example")]),
];

it("replaces the URLs of overridden apps only", async () => {
  const overrides = parseAppOverrides(`github=${github.url},gmail=http://localhost:4001/`);
  const catalog = withAppOverrides(
    createMemoryCatalog(
      records.map((record) => ({
        record,
        tools: [],
        cards: [],
        documents: [],
        definitions: new Map(),
        from: 1,
      })),
    ),
    overrides as Exclude<typeof overrides, { error: string }>,
  );
  expect(await catalog.findApp("github")).toMatchObject({
    base: new URL(github.url).origin,
    methods: [{ oauth: { tokenUrl: `${new URL(github.url).origin}/login/oauth/access_token` } }],
  });
  expect(await catalog.findApp("gmail")).toMatchObject({
    base: "http://localhost:4001",
    methods: [
      {
        oauth: {
          authorizationUrl: "http://localhost:4001/o/oauth2/v2/auth",
          tokenUrl: "http://localhost:4001/oauth2/token",
          revocationUrl: "http://localhost:4001/oauth2/revoke",
        },
      },
    ],
  });
  expect(await catalog.findApp("notes")).toMatchObject({ base: "https://api.notes.example" });
  const { methods } = (await catalog.findApp("github"))!;
  expect(
    (
      await fetch(
        `${methods[0]!.oauth!.authorizationUrl}?client_id=x&redirect_uri=http://127.0.0.1/&state=s`,
      )
    ).status,
  ).toBe(200);
});

it.each([
  "github",
  "github=",
  "github=https://evil.example",
  "GitHub=http://localhost:1",
  "github=http://localhost:1/x",
  "github=http://10.0.0.1",
])("rejects %s", (text) => {
  expect(parseAppOverrides(text)).toEqual({
    error: expect.stringContaining("each item must be an app ID, = and a loopback URL"),
  });
});
