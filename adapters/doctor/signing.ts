import type { Settings } from "../environment.ts";
import { isPublicHttpsOrigin } from "../public-outbound.ts";
import { readSigningKeys, signingKeysFile } from "../signing/key-file.ts";
import { formatTime } from "../signing/rotate.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** Whether agents' signatures are verified, and whether what is fetched from strangers is signed. Makes no key. */
export function checkSigning({
  webBotAuth,
  publicOrigin,
  dataFolder,
  rate,
  verifiedRate,
}: Settings): Finding[] {
  if (!webBotAuth)
    return [ok("WEB_BOT_AUTH is off: signatures are not looked at, and nothing is signed.")];
  const findings: Finding[] = [];
  if (
    rate &&
    verifiedRate &&
    verifiedRate.quota / verifiedRate.windowSeconds < rate.quota / rate.windowSeconds
  ) {
    findings.push(
      note(
        "RATE_LIMIT_VERIFIED is less than RATE_LIMIT: agents that sign their requests may ask less than those that don't.",
        "Make it more, or take it away.",
      ),
    );
  }
  try {
    const keys = readSigningKeys(signingKeysFile(dataFolder));
    const next = keys?.find(({ from }) => from > Date.now() / 1000);
    if (next) findings.push(ok(`A new signing key takes over at ${formatTime(next.from)}.`));
    if (!publicOrigin || !isPublicHttpsOrigin(publicOrigin))
      findings.push(
        ok(
          "What is fetched from strangers is not signed: SITE_URL is no public https:// address, where they could find the key.",
        ),
      );
    else
      findings.push(
        ok(
          keys
            ? `What is fetched from strangers is signed; ${publicOrigin} has the key.`
            : "What is fetched from strangers will be signed: the first start makes the key.",
        ),
      );
  } catch (error) {
    findings.push(
      problem(
        `What is fetched can't be signed: ${(error as Error).message}`,
        "Make it readable, or take it away.",
      ),
    );
  }
  return findings;
}
