import type { SiteServiceSettings } from "../../config/site-service-settings.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";
import { isPublicHttpsOrigin } from "../../services/public-outbound.ts";
import { readSigningKeys, signingKeysFile } from "../../signing/key-file.ts";
import { formatTime } from "../../signing/rotate.ts";

/**
 * Checks the verification of agents' signatures and the signing of requests to third parties.
 * Creates no key.
 */
export function checkSigning({
  webBotAuth,
  publicOrigin,
  dataFolder,
  rate,
  verifiedRate,
}: SiteServiceSettings): Finding[] {
  if (!webBotAuth)
    return [ok("WEB_BOT_AUTH is off. Jackfield neither verifies nor creates signatures.")];
  const findings: Finding[] = [];
  if (
    rate &&
    verifiedRate &&
    verifiedRate.quota / verifiedRate.windowSeconds < rate.quota / rate.windowSeconds
  ) {
    findings.push(
      note(
        "RATE_LIMIT_VERIFIED is lower than RATE_LIMIT, so verified agents can send fewer requests than other clients.",
        "Raise or unset RATE_LIMIT_VERIFIED.",
      ),
    );
  }
  try {
    const keys = readSigningKeys(signingKeysFile(dataFolder));
    const next = keys?.find(({ from }) => from > Date.now() / 1000);
    if (next) findings.push(ok(`A new signing key takes effect at ${formatTime(next.from)}.`));
    if (!publicOrigin || !isPublicHttpsOrigin(publicOrigin))
      findings.push(
        ok("Requests to third parties are not signed, because SITE_URL is not a public https URL."),
      );
    else
      findings.push(
        ok(
          keys
            ? `Requests to third parties are signed. ${publicOrigin} publishes the key.`
            : "Requests to third parties will be signed. The first start creates the key.",
        ),
      );
  } catch (error) {
    findings.push(
      problem(
        `Requests to third parties can't be signed: ${(error as Error).message}`,
        "Make the file readable for this user, or delete it.",
      ),
    );
  }
  return findings;
}
