import assert from "node:assert/strict";
import type { Exchange, Exchanges, Found } from "../../case.ts";
import { CLIENT_HEADER, SPENT, STRANGER_HEADER } from "../../rig/site.ts";
import type { Asking } from "../../targets/target.ts";
import { legacy } from "../mcp-messages.ts";

/** A line of the text exposition format, 0.0.4. */
const LINE =
  /^(?:# HELP \w+ [^\n]+|# TYPE \w+ (?:counter|gauge|histogram)|[a-z_]+(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+\})? (?:[\d.e+-]+|\+Inf))$/;

const valueOf = (text: string, sample: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1) ?? 0,
  );
const metrics = async ({ ask }: Found, headers = {}) =>
  (await ask({ path: "/metrics", headers })).text;

/** Each of these is one more of a sample once it has been asked. */
const counts = (it: string, asking: Asking, sample: string, headers = {}): Exchange => ({
  it,
  needs: "rig",
  ask: { path: "/metrics", headers },
  status: 200,
  check: async ({ text }, found) => {
    await found.ask({ ...asking, headers: { ...asking.headers, ...headers } });
    assert.equal(valueOf(await metrics(found, headers), sample) - valueOf(text, sample), 1, sample);
  },
});

const requests = (route: string, method: string, status: number) =>
  `jackfield_http_requests_total{route="${route}",method="${method}",status="${status}"}`;
const calls = (tool: string, outcome: string) =>
  `jackfield_mcp_calls_total{tool="${tool}",outcome="${outcome}"}`;
const call = (name: string, input: object) => legacy("tools/call", { name, arguments: input });

/** What the service counts. */
export const metricsExchanges: Exchanges = {
  "/metrics": [
    {
      it: "is text that Prometheus reads, kept by no one",
      needs: "rig",
      ask: { path: "/metrics" },
      status: 200,
      headers: {
        "content-type": "text/plain; version=0.0.4; charset=utf-8",
        "cache-control": "no-store",
      },
      check({ text }) {
        assert.ok(text.endsWith("\n"));
        for (const line of text.slice(0, -1).split("\n")) assert.match(line, LINE);
        const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
        assert.deepEqual(names, [...new Set(names)]);
      },
    },
    counts(
      "counts requests by their route",
      { path: "/agent/search?q=tape" },
      requests("/agent/search", "GET", 200),
    ),
    counts(
      "counts requests that fail",
      { path: "/agent/read" },
      requests("/agent/read", "GET", 400),
    ),
    counts(
      "counts people's pages as one route, unknown paths with them",
      { path: "/no-such-path-zzyzx" },
      requests("/*", "GET", 404),
    ),
    counts(
      "counts what has no route as none",
      { path: "//no-such-path-zzyzx" },
      requests("none", "GET", 404),
    ),
    counts(
      "counts methods that nobody knows as other",
      { method: "PROPFIND", path: "/support" },
      requests("/support", "other", 405),
    ),
    counts(
      "counts who is over the rate",
      { path: "/agent/search?q=tape" },
      'jackfield_rate_limited_total{route="/agent/search"}',
      { [CLIENT_HEADER]: SPENT },
    ),
    counts(
      "counts the durations",
      { path: "/support" },
      'jackfield_http_request_duration_seconds_bucket{route="/support",le="+Inf"}',
    ),
    counts(
      "counts calls that succeed by their tool",
      call("search_pages", { q: "tape" }),
      calls("search_pages", "success"),
    ),
    counts(
      "counts calls that fail by their tool",
      call("search_pages", {}),
      calls("search_pages", "problem"),
    ),
    counts(
      "counts calls of tools that are none as one",
      call("no_such_tool_zzyzx", {}),
      calls("none", "problem"),
    ),
    {
      it: "has durations that add up",
      needs: "rig",
      ask: { path: "/metrics" },
      status: 200,
      check({ text }) {
        const buckets = [
          ...text.matchAll(
            /^jackfield_http_request_duration_seconds_bucket\{route="\/metrics",le="([^"]+)"\} (\d+)$/gm,
          ),
        ];
        assert.equal(buckets.at(-1)?.[1] ?? "+Inf", "+Inf");
        const values = buckets.map(([, , value]) => Number(value));
        assert.deepEqual(
          values,
          values.toSorted((a, b) => a - b),
        );
        assert.equal(
          values.at(-1) ?? 0,
          valueOf(text, 'jackfield_http_request_duration_seconds_count{route="/metrics"}'),
        );
        assert.ok(valueOf(text, "jackfield_http_requests_in_flight") >= 1);
      },
    },
    {
      it: "says what runs, since when, and how large it is",
      needs: "rig",
      ask: { path: "/metrics" },
      status: 200,
      check({ text }) {
        assert.equal(valueOf(text, "process_resident_memory_bytes"), 123_456_789);
        assert.equal(valueOf(text, "process_start_time_seconds"), 1_700_000_000);
        assert.equal(
          valueOf(text, 'jackfield_build_info{version="1.0.0",runtime="Rig \\"1\\""}'),
          1,
        );
      },
    },
    {
      it: "holds nothing that a client has written",
      needs: "rig",
      ask: {
        path: "/agent/search?q=secret-zzyzx&secret-zzyzx=1",
        headers: { "user-agent": "secret-zzyzx" },
      },
      status: 400,
      check: async (_, found) => {
        await found.ask({
          path: "/agent/secret-zzyzx",
          headers: { authorization: "Bearer secret-zzyzx" },
        });
        await found.ask({ method: "PROPFIND", path: "/secret-zzyzx" });
        await found.ask(call("secret-zzyzx", {}));
        assert.doesNotMatch(await metrics(found), /zzyzx/i);
      },
    },
    {
      it: "is not there for who may not see it",
      needs: "rig",
      ask: { path: "/metrics", headers: { [STRANGER_HEADER]: "1" } },
      status: 404,
      mediaType: "application/problem+json",
    },
  ],
};
