import { describe, expect, it } from "vitest";
import { readBaseUrl, selfHostedBaseUrl } from "./base-url.ts";

const base = (url: string, variables?: object, from?: string) =>
  readBaseUrl([{ url, ...(variables && { variables }) }], from);

describe("the base URL", () => {
  it("is the first public server, https before http", () => {
    expect(
      readBaseUrl([
        { url: "http://localhost:1" },
        { url: "http://a.acme.io" },
        { url: "https://b.acme.io/" },
      ]),
    ).toEqual({ base: "https://b.acme.io", baseFields: [] });
  });

  it("has a field for each variable that differs between customers", () => {
    expect(
      base("https://{shop}.acme.io/{version}", {
        shop: { default: "your-shop", description: "Your shop's name" },
        version: { default: "v2" },
      }),
    ).toEqual({
      base: "https://{shop}.acme.io/v2",
      baseFields: [
        {
          name: "shop",
          label: "Shop",
          secret: false,
          required: true,
          pattern: "[A-Za-z0-9][A-Za-z0-9.\\-]*",
          help: "Your shop's name",
        },
      ],
    });
    expect(
      base("https://{region}.acme.io", { region: { default: "eu", enum: ["eu", "us"] } }),
    ).toMatchObject({
      baseFields: [{ name: "region", required: false, pattern: "eu|us", fallback: "eu" }],
    });
  });

  it("is resolved against the document's URL if the server is relative", () => {
    expect(base("/v2", undefined, "https://acme.io/docs/openapi.json")).toEqual({
      base: "https://acme.io/v2",
      baseFields: [],
    });
  });

  it.each([
    "http://localhost:3000",
    "http://127.0.0.1",
    "http://192.168.1.4/api",
    "http://[::1]/",
    "https://api.example.com",
    "https://kong.local",
    "ftp://acme.io",
    "/v1",
    "",
    "https://user:secret@acme.io",
    "http://intranet/api",
  ])("is never %s", (url) => {
    expect(base(url)).toHaveProperty("error");
  });

  it("has a field for the whole host of a self-hosted product", () => {
    expect(selfHostedBaseUrl([{ url: "https://jira.local/rest/" }])).toMatchObject({
      base: "https://{host}/rest",
      baseFields: [{ name: "host", required: true }],
    });
  });
});

describe("a server in a private network", () => {
  it("is accepted only in documents that the operator added", () => {
    for (const url of ["http://localhost:8080/api", "http://10.0.0.5", "https://tools.internal"]) {
      expect(readBaseUrl([{ url }])).toHaveProperty("error");
      expect(readBaseUrl([{ url }], undefined, { isOwn: true })).toMatchObject({ base: url });
    }
    expect(readBaseUrl([{ url: "ftp://localhost" }], undefined, { isOwn: true })).toHaveProperty(
      "error",
    );
  });
});
