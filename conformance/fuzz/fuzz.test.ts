import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { platformCore, siteCore } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import { fuzz } from "./fuzz.ts";
import { listOperations } from "./grammar.ts";

/** The same requests in each run. `npm run fuzz` sends others. */
const OPTIONS = { requests: 5000, seed: 20_261_123 };

describe.each([siteCore, platformCore])("5,000 generated requests to the $service.name", (kind) => {
  test("get only responses that the OpenAPI document allows", { timeout: 300_000 }, async () => {
    const target = await kind.start();
    const { responses, succeededRuns, failures } = await fuzz(kind.service, target, OPTIONS);
    await target.close();
    expect(failures).toEqual([]);
    const operations = listOperations(JSON.parse(readFileSync(kind.service.document, "utf8")));
    const answered = new Set([...responses.keys()].map((label) => label.split(" ", 1)[0]!));
    expect(operations.map(({ id }) => id).filter((id) => !answered.has(id))).toEqual([]);
    // The requests aren't only invalid ones.
    const succeeded = [...responses].filter(([label]) => / 20[01]$/.test(label));
    expect(succeeded.length).toBeGreaterThan(8);
    if (succeededRuns !== undefined) expect(succeededRuns).toBeGreaterThan(30);
  });
});

describe("the fuzzer", () => {
  const withDefect = async (change: (target: Target) => Target["send"]) => {
    const target = await siteCore.start();
    const result = await fuzz(
      siteCore.service,
      { ...target, send: change(target) },
      { requests: 500, seed: 1 },
    );
    await target.close();
    return result.failures.flatMap(({ violations }) => violations);
  };

  test("detects an undeclared status", async () => {
    const violations = await withDefect(({ send }) => async (request) => {
      const response = await send(request);
      return response.status === 200 ? { ...response, status: 206 } : response;
    });
    expect(violations).toContainEqual(expect.stringContaining("status 206 is not declared"));
  });

  test("detects a property that the document doesn't declare", async () => {
    const violations = await withDefect(({ send }) => async (request) => {
      const response = await send(request);
      if (response.status !== 200 || !request.path.startsWith("/agent/search")) return response;
      const bytes = new TextEncoder().encode(response.text.replace("{", '{"extra":1,'));
      const text = new TextDecoder().decode(bytes);
      const headers = { ...response.headers, "content-length": String(bytes.length) };
      return { ...response, bytes, text, headers };
    });
    expect(violations).toContainEqual(expect.stringContaining("extra"));
  });

  test("reports a service that stops answering", async () => {
    const violations = await withDefect(() => () => Promise.reject(new Error("socket hang up")));
    expect(violations).toHaveLength(20);
  });
});
