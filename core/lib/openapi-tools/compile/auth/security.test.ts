import { describe, expect, it } from "vitest";
import { createNotes } from "../results/report.ts";
import { type Requirement, readRequirements, readSecurity } from "./security.ts";

const read = (
  schemes: object,
  used: Requirement[] = [],
  tokenEndpoint?: (url: string) => { tokenUrl: string },
) => {
  const notes = createNotes();
  const security = readSecurity(
    { components: { securitySchemes: schemes } },
    used,
    notes,
    tokenEndpoint,
  );
  return { ...security, omissions: notes.report({ tools: 0, schemas: 0, methods: 0 }).left };
};

const CODE = {
  type: "oauth2",
  flows: {
    authorizationCode: {
      authorizationUrl: "https://acme.io/authorize",
      tokenUrl: "https://acme.io/token",
      scopes: { "notes:read": "Read notes" },
    },
  },
};

describe("authentication methods", () => {
  it.each([
    [
      "a key in a header",
      { type: "apiKey", in: "header", name: "X-API-Key" },
      { type: "api_key", placements: { api_key: { in: "header", name: "X-API-Key" } } },
    ],
    [
      "a key in the query",
      { type: "apiKey", in: "query", name: "appid" },
      { type: "api_key", placements: { appid: { in: "query", name: "appid" } } },
    ],
    [
      "a key in Authorization with a prefix",
      { type: "apiKey", in: "header", name: "Authorization", description: "`Token <key>`" },
      {
        type: "api_key",
        placements: { api_key: { in: "header", name: "Authorization", prefix: "Token " } },
      },
    ],
    [
      "a bearer token declared as an API key",
      { type: "apiKey", in: "header", name: "Authorization", description: "Bearer token" },
      { type: "bearer" },
    ],
    [
      "HTTP basic authentication",
      { type: "http", scheme: "Basic" },
      { type: "basic", fields: [{ name: "username" }, { name: "password" }] },
    ],
    [
      "HTTP bearer authentication",
      { type: "http", scheme: "bearer" },
      { type: "bearer", fields: [{ name: "token", secret: true }] },
    ],
    [
      "the authorization code flow",
      CODE,
      {
        type: "oauth2",
        oauth: {
          authorizationUrl: "https://acme.io/authorize",
          tokenUrl: "https://acme.io/token",
          pkce: true,
        },
        scopes: [{ name: "notes:read", description: "Read notes", isDefault: false }],
      },
    ],
    [
      "the client credentials flow",
      { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://acme.io/token" } } },
      { type: "oauth2_cc", oauth: { tokenUrl: "https://acme.io/token" } },
    ],
    [
      "the Swagger 2 authorization code flow",
      {
        type: "oauth2",
        flow: "accessCode",
        authorizationUrl: "https://acme.io/a",
        tokenUrl: "https://acme.io/t",
      },
      { type: "oauth2" },
    ],
    [
      "AWS Signature Version 4",
      {
        type: "apiKey",
        in: "header",
        name: "Authorization",
        "x-amazon-apigateway-authtype": "awsSigv4",
      },
      { type: "sigv4" },
    ],
  ])("include %s", (_, scheme, method) => {
    expect(read({ a: scheme }).methods).toMatchObject([method]);
  });

  it("combine two keys that are both required, and separate two alternative keys", () => {
    const schemes = {
      key: { type: "apiKey", in: "header", name: "DD-API-KEY" },
      app: { type: "apiKey", in: "header", name: "DD-APPLICATION-KEY" },
    };
    expect(
      read(schemes, [
        [
          ["key", []],
          ["app", []],
        ],
      ]).methods,
    ).toMatchObject([
      {
        id: "api_key",
        placements: {
          dd_api_key: { name: "DD-API-KEY" },
          dd_application_key: { name: "DD-APPLICATION-KEY" },
        },
      },
    ]);
    expect(read(schemes, [[["key", []]], [["app", []]]]).methods.map(({ id }) => id)).toEqual([
      "api_key",
      "api_key_2",
    ]);
  });

  it("use the code flow if a document requires it together with the implicit flow", () => {
    const implicit = {
      type: "oauth2",
      flows: { implicit: { authorizationUrl: "https://acme.io/authorize", scopes: {} } },
    };
    const { methods, methodIds, requiredScopes } = read({ implicit, code: CODE }, [
      [
        ["implicit", ["notes:read"]],
        ["code", ["notes:read"]],
      ],
    ]);
    expect(methods.map(({ type }) => type)).toEqual(["oauth2"]);
    expect(
      methodIds([
        [
          ["implicit", []],
          ["code", []],
        ],
      ]),
    ).toEqual(["oauth2"]);
    expect(requiredScopes([[["implicit", ["notes:read"]]]])).toEqual(["notes:read"]);
  });

  it("take the scopes of the alternative that a sign-in asks for", () => {
    const { requiredScopes } = read({ code: CODE }, []);
    const alternatives = ["drive", "drive.file", "spreadsheets"].map(
      (scope) => [["code", [scope, scope]]] as const,
    );
    const offer = (name: string, isDefault: boolean) => ({ name, isDefault });
    expect(requiredScopes(alternatives)).toEqual(["drive"]);
    expect(requiredScopes(alternatives, [offer("spreadsheets", false)])).toEqual(["spreadsheets"]);
    expect(
      requiredScopes(alternatives, [offer("drive.file", false), offer("spreadsheets", true)]),
    ).toEqual(["spreadsheets"]);
  });

  it("exclude the implicit flow unless the token endpoint is known", () => {
    const implicit = {
      type: "oauth2",
      flows: { implicit: { authorizationUrl: "https://acme.io/authorize", scopes: {} } },
    };
    const { methods, omissions } = read({ implicit });
    expect(methods).toEqual([]);
    expect(omissions).toMatchObject([{ where: "securitySchemes.implicit" }]);
    expect(read({ implicit }, [], () => ({ tokenUrl: "https://acme.io/t" })).methods).toMatchObject(
      [{ type: "oauth2", oauth: { tokenUrl: "https://acme.io/t" } }],
    );
  });

  it("are empty for operations with empty requirements", () => {
    const { methodIds } = read({ a: CODE }, [[["a", []]]]);
    expect([methodIds([]), methodIds([[]]), methodIds([[["a", []]]])]).toEqual([
      [],
      [],
      ["oauth2"],
    ]);
    expect(readRequirements({ security: [{ a: ["x", 1] }] })).toEqual([[["a", ["x"]]]]);
  });
});
