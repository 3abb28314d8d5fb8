import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTracer, type EndedSpan } from "./create-tracer.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

function createRecorder(isSampled = true) {
  const spans: EndedSpan[] = [];
  const tracer = createTracer({ sampler: () => isSampled, record: (span) => spans.push(span) });
  return { tracer, spans };
}

describe("createTracer()", () => {
  it("nests spans along asynchronous calls, and keeps concurrent ones apart", async () => {
    const { tracer, spans } = createRecorder();
    const request = (name: string) =>
      tracer.trace(name, { kind: "server" }, async () => {
        await pause(1);
        await tracer.trace(`${name} child`, { kind: "client" }, () => pause(1));
      });
    await Promise.all([request("a"), request("b")]);
    const find = (name: string) => spans.find((span) => span.name === name)!;
    expect(find("a child").parentId).toBe(find("a").spanId);
    expect(find("b child").parentId).toBe(find("b").spanId);
    expect(find("b").traceId).not.toBe(find("a").traceId);
    expect(find("a child").endedAt).toBeLessThanOrEqual(find("a").endedAt);
  });

  it("continues a traceparent, or begins a trace inside of another", () => {
    const { tracer, spans } = createRecorder();
    const parent = `00-${TRACE}-00f067aa0ba902b7-01`;
    tracer.trace("outer", { kind: "server", parent }, (span) => {
      expect(tracer.traceparent()).toBe(`00-${TRACE}-${span.id}-01`);
      tracer.trace("job", { kind: "consumer", parent: null }, () => {});
    });
    expect(tracer.traceparent()).toBeUndefined();
    expect(spans).toMatchObject([
      { name: "job", parentId: undefined },
      { name: "outer", traceId: TRACE, parentId: "00f067aa0ba902b7", isParentRemote: true },
    ]);
    expect(spans[0]!.traceId).not.toBe(TRACE);
  });

  it("ends spans of functions that throw, with a code instead of the message", async () => {
    const { tracer, spans } = createRecorder();
    const fail = () => {
      throw Object.assign(new Error("a secret"), { code: "timeout" });
    };
    expect(() => tracer.trace("now", { kind: "internal" }, fail)).toThrow("a secret");
    const later = tracer.trace("later", { kind: "internal" }, async () => {
      throw new TypeError("a secret");
    });
    await expect(later).rejects.toThrow("a secret");
    expect(spans.map(({ name, errorType }) => [name, errorType])).toEqual([
      ["now", "timeout"],
      ["later", "TypeError"],
    ]);
    expect(JSON.stringify(spans)).not.toContain("a secret");
  });

  it("passes on that a trace isn't recorded", () => {
    const { tracer, spans } = createRecorder(false);
    tracer.trace("request", { kind: "server" }, () => {
      expect(tracer.traceparent()).toMatch(/-00$/);
    });
    expect(spans).toEqual([]);
  });
});
