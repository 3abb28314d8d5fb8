import assert from "node:assert/strict";
import type { Exchange, Exchanges, SiteContext } from "../../case.ts";
import { CLIENT_HEADER, RATE_LIMITED_CLIENT, STRANGER_HEADER } from "../../fixtures/site.ts";
import type { TestRequest } from "../../targets/target.ts";
import { legacyRequest } from "../mcp-messages.ts";

/** A line of the Prometheus text exposition format 0.0.4. */
const SAMPLE_LINE =
  /^(?:# HELP \w+ [^\n]+|# TYPE \w+ (?:counter|gauge|histogram)|[a-z_]+(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+\})? (?:[\d.e+-]+|\+Inf))$/;

/** Returns the value of a sample in the Prometheus text format, or 0 if it is missing. */
export const readSample = (text: string, sample: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1) ?? 0,
  );
const fetchMetrics = async ({ send }: SiteContext, headers = {}) =>
  (await send({ path: "/metrics", headers })).text;

/** An exchange that checks that a request increases a sample by one. */
const countingExchange = (
  it: string,
  request: TestRequest,
  sample: string,
  headers = {},
): Exchange => ({
  it,
  requires: "fixture",
  request: { path: "/metrics", headers },
  status: 200,
  check: async ({ text }, context) => {
    await context.send({ ...request, headers: { ...request.headers, ...headers } });
    assert.equal(
      readSample(await fetchMetrics(context, headers), sample) - readSample(text, sample),
      1,
      sample,
    );
  },
});

const requestSample = (route: string, method: string, status: number) =>
  `jackfield_http_requests_total{route="${route}",method="${method}",status="${status}"}`;
const toolCallSample = (tool: string, outcome: string) =>
  `jackfield_mcp_calls_total{tool="${tool}",outcome="${outcome}"}`;
const callTool = (name: string, input: object) =>
  legacyRequest("tools/call", { name, arguments: input });

/** The metrics of the service. */
export const metricsExchanges: Exchanges = {
  "/metrics": [
    {
      it: "has the Prometheus text format and forbids caching",
      requires: "fixture",
      request: { path: "/metrics" },
      status: 200,
      headers: {
        "content-type": "text/plain; version=0.0.4; charset=utf-8",
        "cache-control": "no-store",
      },
      check({ text }) {
        assert.ok(text.endsWith("\n"));
        for (const line of text.slice(0, -1).split("\n")) assert.match(line, SAMPLE_LINE);
        const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
        assert.deepEqual(names, [...new Set(names)]);
      },
    },
    countingExchange(
      "counts requests by route",
      { path: "/agent/search?q=tape" },
      requestSample("/agent/search", "GET", 200),
    ),
    countingExchange(
      "counts failed requests",
      { path: "/agent/read" },
      requestSample("/agent/read", "GET", 400),
    ),
    countingExchange(
      "counts pages and unknown paths as one route",
      { path: "/no-such-path-zzyzx" },
      requestSample("/*", "GET", 404),
    ),
    countingExchange(
      'counts requests without a route as "none"',
      { path: "//no-such-path-zzyzx" },
      requestSample("none", "GET", 404),
    ),
    countingExchange(
      'counts unknown methods as "other"',
      { method: "PROPFIND", path: "/support" },
      requestSample("/support", "other", 405),
    ),
    countingExchange(
      "counts rate-limited requests",
      { path: "/agent/search?q=tape" },
      'jackfield_rate_limited_total{route="/agent/search"}',
      { [CLIENT_HEADER]: RATE_LIMITED_CLIENT },
    ),
    countingExchange(
      "counts requests in the duration histogram",
      { path: "/support" },
      'jackfield_http_request_duration_seconds_bucket{route="/support",le="+Inf"}',
    ),
    countingExchange(
      "counts successful tool calls by tool",
      callTool("search_pages", { q: "tape" }),
      toolCallSample("search_pages", "success"),
    ),
    countingExchange(
      "counts failed tool calls by tool",
      callTool("search_pages", {}),
      toolCallSample("search_pages", "problem"),
    ),
    countingExchange(
      'counts calls of unknown tools as "none"',
      callTool("no_such_tool_zzyzx", {}),
      toolCallSample("none", "problem"),
    ),
    {
      it: "has cumulative duration buckets that match the count",
      requires: "fixture",
      request: { path: "/metrics" },
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
          readSample(text, 'jackfield_http_request_duration_seconds_count{route="/metrics"}'),
        );
        assert.ok(readSample(text, "jackfield_http_requests_in_flight") >= 1);
      },
    },
    {
      it: "reports the version, the start time and the memory size",
      requires: "fixture",
      request: { path: "/metrics" },
      status: 200,
      check({ text }) {
        assert.equal(readSample(text, "process_resident_memory_bytes"), 123_456_789);
        assert.equal(readSample(text, "process_start_time_seconds"), 1_700_000_000);
        assert.equal(
          readSample(text, 'jackfield_build_info{version="1.0.0",runtime="Fixture \\"1\\""}'),
          1,
        );
      },
    },
    {
      it: "contains no text from clients",
      requires: "fixture",
      request: {
        path: "/agent/search?q=secret-zzyzx&secret-zzyzx=1",
        headers: { "user-agent": "secret-zzyzx" },
      },
      status: 400,
      check: async (_, context) => {
        await context.send({
          path: "/agent/secret-zzyzx",
          headers: { authorization: "Bearer secret-zzyzx" },
        });
        await context.send({ method: "PROPFIND", path: "/secret-zzyzx" });
        await context.send(callTool("secret-zzyzx", {}));
        assert.doesNotMatch(await fetchMetrics(context), /zzyzx/i);
      },
    },
    {
      it: "returns 404 to clients without access",
      requires: "fixture",
      request: { path: "/metrics", headers: { [STRANGER_HEADER]: "1" } },
      status: 404,
      mediaType: "application/problem+json",
    },
  ],
};
