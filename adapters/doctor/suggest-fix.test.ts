import { expect, test } from "vitest";
import { outboundFailure } from "../../core/ports/outbound.ts";
import { suggestFix } from "./suggest-fix.ts";

const suggest = (...failure: Parameters<typeof outboundFailure>) =>
  suggestFix({ cause: outboundFailure(...failure) });

test("suggestFix() goes by the failure's data, not by its message", () => {
  expect(suggest("unreachable", "Niemand da.", "refused")).toContain("whether the site is running");
  expect(suggest("unreachable", "Abgelaufen.", "tls")).toContain("Renew the certificate");
  expect(suggest("unreachable", "ECONNREFUSED CERT_HAS_EXPIRED")).toContain("with curl");
  expect(suggest("timeout", "Too slow.")).toContain("why the site is slow");
  expect(suggestFix({ cause: { status: 403 } })).toContain("User-Agent jackfield");
});
