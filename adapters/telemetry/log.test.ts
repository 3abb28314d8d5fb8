import { describe, expect, test, vi } from "vitest";
import { createBufferedWriter, createJsonLog, createPrettyLog } from "./log.ts";

const entry = {
  id: "1",
  method: "GET",
  path: "/a",
  status: 200,
  milliseconds: 1.23456,
  userAgent: "agent/1",
};

describe("createJsonLog()", () => {
  test("writes one JSON object a line", () => {
    const lines: string[] = [];
    const log = createJsonLog((line) => lines.push(line));
    log.request({ ...entry, id: '1","status":500,"x":"' });
    log.error(new Error("broken"), "2");
    log.warn("A list failed.");
    log.request({ ...entry, agent: "https://agent.example/keys" });
    log.request({ ...entry, signature: "invalid: expired" });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        level: "info",
        id: '1","status":500,"x":"',
        method: "GET",
        path: "/a",
        status: 200,
        ms: 1.23,
        user_agent: "agent/1",
      },
      {
        time: expect.any(String),
        level: "error",
        id: "2",
        error: expect.stringContaining("Error: broken\n"),
      },
      { time: expect.any(String), level: "warn", message: "A list failed." },
      expect.objectContaining({ user_agent: "agent/1", agent: "https://agent.example/keys" }),
      expect.objectContaining({ user_agent: "agent/1", signature: "invalid: expired" }),
    ]);
  });
});

describe("createPrettyLog()", () => {
  test("writes a short line without the control characters of the request", () => {
    const lines: string[] = [];
    createPrettyLog((line) => lines.push(line)).request({ ...entry, userAgent: "a\u001b[2Jb\n" });
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d 200 GET \/a 1\.2 ms {2}a\?\[2Jb\?$/);
  });

  test("names the agent that signed, or the reason why the signature is invalid", () => {
    const lines: string[] = [];
    const log = createPrettyLog((line) => lines.push(line));
    log.request({ ...entry, agent: "https://agent.example/keys" });
    log.request({ ...entry, signature: "invalid: expired" });
    expect(lines[0]).toContain("signed by https://agent.example/keys");
    expect(lines[1]).toContain("agent/1 (signature invalid: expired)");
  });

  test("marks errors and warnings", () => {
    const lines: string[] = [];
    const log = createPrettyLog((line) => lines.push(line));
    log.error("broken", "2");
    log.error("broken", "");
    log.warn("A list failed.");
    expect(lines).toEqual([
      "error in request 2\nbroken",
      "error\nbroken",
      "warning A list failed.",
    ]);
  });
});

describe("createBufferedWriter()", () => {
  test("writes collected lines after 50 ms, or when it is flushed", () => {
    vi.useFakeTimers();
    const texts: string[] = [];
    const output = createBufferedWriter((text) => texts.push(text));
    output.write("a");
    output.write("b");
    expect(texts).toEqual([]);
    vi.advanceTimersByTime(50);
    output.write("c");
    output.flush();
    output.flush();
    expect(texts).toEqual(["a\nb\n", "c\n"]);
    vi.useRealTimers();
  });
});
