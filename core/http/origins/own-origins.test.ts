import { describe, expect, it } from "vitest";
import { createOwnOrigins } from "./own-origins.ts";

const usedBy = (
  [origin, others]: readonly [origin: string, others?: readonly string[]],
  url: string,
  headers: Record<string, string> = {},
) => createOwnOrigins(origin, others).usedBy({ url, headers: new Headers(headers) });

describe("the origin that a client used", () => {
  const local = ["http://127.0.0.1:4200"] as const;
  const hosted = ["https://jackfield.example", ["http://internal:4200"]] as const;

  it.each([
    "http://127.0.0.1:4200",
    "http://localhost:4200",
    "http://[::1]:4200",
    "http://app.localhost:4200",
  ])("is %s for a service on this computer", (origin) => {
    expect(usedBy(local, `${origin}/mcp`)).toBe(origin);
  });

  it.each([
    "http://localhost:9999",
    "http://localhost",
    "http://stranger.example:4200",
    "http://localhost.stranger.example:4200",
    "http://127.0.0.1.stranger.example:4200",
  ])("is the public one for %s, which is another program's or a stranger's", (origin) => {
    expect(usedBy(local, `${origin}/mcp`)).toBe(local[0]);
  });

  it("has the scheme of the public origin, because a proxy removes the TLS", () => {
    expect(usedBy(hosted, "http://jackfield.example/mcp")).toBe("https://jackfield.example");
    expect(usedBy(["https://a.example", ["https://b.example"]], "http://b.example/mcp")).toBe(
      "https://b.example",
    );
  });

  it("is another name that the operator lists", () => {
    expect(usedBy(hosted, "http://internal:4200/mcp")).toBe("http://internal:4200");
  });

  it("is the public one if a proxy replaced the host, or may have", () => {
    const forwarded = { "x-forwarded-host": "jackfield.example" };
    expect(usedBy(hosted, "http://internal:4200/mcp", forwarded)).toBe(hosted[0]);
    expect(usedBy(hosted, "http://127.0.0.1:4200/mcp")).toBe(hosted[0]);
  });
});

describe("the origins of a service", () => {
  it("include only origins, and no other program on this computer", () => {
    const { includes } = createOwnOrigins("http://127.0.0.1:4200", ["https://a.example"]);
    expect(
      ["http://localhost:4200", "http://[::1]:4200", "https://a.example"].filter(includes),
    ).toHaveLength(3);
    expect(
      [
        "http://localhost:4201",
        "https://localhost:4200",
        "http://user@localhost:4200",
        "http://localhost:4200/",
        "http://a.example",
        "null",
        "",
      ].filter(includes),
    ).toEqual([]);
  });
});
