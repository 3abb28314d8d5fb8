import { describe, expect, it } from "vitest";
import { catchInputError, createApp, createConnected, requestFor } from "./testing.ts";

describe("a base URL with a field", () => {
  const shop = createApp("https://{shop}.myshop.example/admin", {
    baseFields: [{ name: "shop", label: "Shop", secret: false, required: true }],
  });
  const at = (value: string | undefined, record = shop) =>
    requestFor(
      { path: "/x" },
      {},
      {
        record,
        connected: createConnected("token-0123", {
          fields: value === undefined ? {} : { shop: value },
        }),
      },
    );

  it("has the entered value in the host", async () =>
    expect((await at("acme")).url).toBe("https://acme.myshop.example/admin/x"));

  it.each([
    "evil.example/",
    "evil.example#",
    "evil.example?",
    "evil.example/x",
    "a@evil.example",
    "evil.example:443/",
    "169.254.169.254/",
    "a.b",
    "..",
    ".",
    "",
    "a b",
    "a\\b",
    "evil.example%2f",
    "evil。example/",
    "ａ/",
    "-",
    "x".repeat(300),
    undefined,
  ])("rejects the value %j", async (value) => {
    expect(await catchInputError(at(value))).toMatchObject({ rule: "base_url" });
  });

  it("rejects a value for another host even if the field's pattern allows it", async () => {
    const loose = { ...shop, baseFields: [{ ...shop.baseFields[0]!, pattern: ".*" }] };
    for (const value of [
      "evil.example/",
      "evil.example/x",
      "evil.example:80",
      "a@evil.example",
      "evil.example/.x",
    ])
      expect(await catchInputError(at(value, loose)), value).toMatchObject({ rule: "base_url" });
    expect((await at("a.b", loose)).url).toBe("https://a.b.myshop.example/admin/x");
  });

  it("accepts a whole host with a port and a path", async () => {
    const ownHost = createApp("https://{shop}/api", {
      baseFields: [
        {
          name: "shop",
          label: "Server",
          secret: false,
          required: true,
          pattern: "[A-Za-z0-9.\\-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~/\\-]*)?",
        },
      ],
    });
    expect((await at("git.example.com:8443/gitea", ownHost)).url).toBe(
      "https://git.example.com:8443/gitea/api/x",
    );
    for (const value of ["a/../b", "user:pw@host", "host?x", "host#x"])
      expect(await catchInputError(at(value, ownHost)), value).toMatchObject({ rule: "base_url" });
  });

  it("uses the fallback if nothing was entered", async () => {
    const region = createApp("https://{region}.api.example", {
      baseFields: [
        { name: "region", label: "Region", secret: false, required: false, fallback: "eu" },
      ],
    });
    expect((await requestFor({ path: "/x" }, {}, { record: region })).url).toBe(
      "https://eu.api.example/x",
    );
  });
});
