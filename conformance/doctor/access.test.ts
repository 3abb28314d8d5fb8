import { expect, test } from "vitest";
import { runDoctor } from "./run-doctor.ts";

test.each([
  [{}, "TRUSTED_PROXIES is not set"],
  [{ TRUSTED_PROXIES: "0.0.0.0/0" }, "TRUSTED_PROXIES trusts every address"],
  [{ TRUSTED_PROXIES: "10.0.0.1", RATE_LIMIT: "off" }, "RATE_LIMIT is off. Any client"],
  [{ TRUSTED_PROXIES: "10.0.0.1", RATE_LIMIT: "1/1" }, "RATE_LIMIT allows one request at once."],
  [{ TRUSTED_PROXIES: "10.0.0.1", METRICS: "on" }, "METRICS is on. Anyone can read /metrics"],
  [{ TRUSTED_PROXIES: "10.0.0.1" }, "RATE_LIMIT, TRUSTED_PROXIES and METRICS have no issues."],
  [{ TRUSTED_PROXIES: "10.0.0.1" }, "Requests to third parties"],
  [{ WEB_BOT_AUTH: "off" }, "WEB_BOT_AUTH is off"],
  [{ RATE_LIMIT_VERIFIED: "10/60" }, "RATE_LIMIT_VERIFIED is lower than RATE_LIMIT"],
])("reports for a public site with %j: %s", async (environment, expected) => {
  expect((await runDoctor({ SITE_URL: "https://shop.example", ...environment })).output).toContain(
    expected,
  );
});
