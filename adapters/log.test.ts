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

describe("jsonLog()", () => {
  test("writes one object a line", () => {
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
        fault: expect.stringContaining("Error: broken\n"),
      },
      { time: expect.any(String), level: "warn", notice: "A list failed." },
      expect.objectContaining({ user_agent: "agent/1", agent: "https://agent.example/keys" }),
      expect.objectContaining({ user_agent: "agent/1", signature: "invalid: expired" }),
    ]);
  });
});

describe("prettyLog()", () => {
  test("writes a short line, and lets no control character of a request reach the terminal", () => {
    const lines: string[] = [];
    createPrettyLog((line) => lines.push(line)).request({ ...entry, userAgent: "a\u001b[2Jb\n" });
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d 200 GET \/a 1\.2 ms {2}a\?\[2Jb\?$/);
  });
});

test("prettyLog() names who signed, or says why nobody did", () => {
  const lines: string[] = [];
  const log = createPrettyLog((line) => lines.push(line));
  log.request({ ...entry, agent: "https://agent.example/keys" });
  log.request({ ...entry, signature: "invalid: expired" });
  expect(lines[0]).toContain("signed by https://agent.example/keys");
  expect(lines[1]).toContain("agent/1 (signature invalid: expired)");
});

describe("gathered()", () => {
  test("writes lines together, at the latest after 50 ms", () => {
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
