import { describe, expect, it } from "vitest";
import type { Outbound } from "../../../core/ports/outbound.ts";
import { createAppReader } from "./app-reader.ts";

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Boats", version: "1" },
  servers: [{ url: "https://api.boats.acme.io" }],
  paths: { "/boats": { get: { operationId: "listBoats" } } },
});
const outbound: Outbound = { fetch: () => Promise.reject(new Error("unused")) };

describe.concurrent("createAppReader()", () => {
  it("compiles a document in a process", async () => {
    const reader = createAppReader({ outbound });
    expect(await reader.read({ document }, { slug: "fleet" })).toMatchObject({
      record: { slug: "fleet", source: { origin: "added", document: "pasted" } },
      tools: [{ name: "fleet.list_boats" }],
      definitions: new Map(),
    });
  });

  it("ends a compilation that takes too long, and compiles the next document", async () => {
    const reader = createAppReader({ outbound, timeoutMs: 1 });
    expect(await reader.read({ document })).toEqual({
      unreadable: "Compiling the document takes too much time or memory.",
    });
    expect(await createAppReader({ outbound }).read({ document })).toHaveProperty("record");
  });

  it("survives a compilation that runs out of memory", async () => {
    const reader = createAppReader({ outbound, maxHeapMb: 40 });
    const large = `a: [${"{b: 1}, ".repeat(200_000)}]`;
    expect(await reader.read({ document: large })).toEqual({
      unreadable: "Compiling the document takes too much time or memory.",
    });
  });

  it("rejects documents while five others are compiled or wait", async () => {
    const reader = createAppReader({ outbound });
    const all = await Promise.all(Array.from({ length: 6 }, () => reader.read({ document })));
    expect(all.filter((app) => "record" in app)).toHaveLength(5);
    expect(all.at(-1)).toMatchObject({ unreadable: expect.stringContaining("Try again") });
  });

  it("explains YAML that expands too far", async () => {
    const bomb = `a: &a [1]\n${Array.from({ length: 9 }, (_, level) => {
      const name = String.fromCharCode(98 + level);
      const last = String.fromCharCode(97 + level);
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${last}`).join(",")}]`;
    }).join("\n")}`;
    expect(await createAppReader({ outbound }).read({ document: bomb })).toMatchObject({
      unreadable: expect.stringContaining("aliases"),
    });
  });
});
