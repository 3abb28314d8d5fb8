import { isLoopback } from "../../core/index.ts";
import { isOutboundFailure, type OutboundAnswer } from "../../core/ports/outbound.ts";
import { trustRule } from "../client.ts";
import { mayBePrivate } from "../content/live/site.ts";
import type { Settings } from "../environment.ts";
import { hostRule } from "../hosts.ts";
import { outbound } from "../outbound.ts";
import type { Listening } from "./port.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** Whether SITE_URL leads here, and what its requests look like when they arrive. */
export async function publicFindings(settings: Settings, listening: Listening): Promise<Finding[]> {
  const { publicOrigin: origin, hostname, port } = settings;
  if (!origin) {
    if (isLoopback(hostname))
      return [ok("SITE_URL is not set: every link is for this machine alone.")];
    return [
      note(
        `SITE_HOST is ${hostname}, but SITE_URL is not set: requests for any name but this machine's own are refused with 421.`,
        "Set SITE_URL to the address that others use, such as https://agents.shop.example.",
      ),
    ];
  }
  if (port === 0)
    return [
      note(
        "SITE_PORT is 0: each start takes another port, which SITE_URL can't lead to.",
        "Set SITE_PORT.",
      ),
    ];
  if (!listening.word && !listening.other) return [];

  // What only others can reach, this machine may not: whether that matters, the operator knows.
  const unsure = mayBePrivate(new URL(origin)) ? problem : note;
  const out = outbound({ allow: [origin, ...(listening.other ? [listening.other] : [])] });
  try {
    const answer = await out.fetch(`${origin}${listening.word ? "/healthz" : "/agent/site.json"}`, {
      timeoutMs: 8_000,
      redirects: 0,
    });
    const leadsHere = await isOurs(answer, listening, out);
    if (!leadsHere) return [elsewhere(unsure, origin, answer)];
    return [
      ok(`SITE_URL is ${origin}, which leads here.`),
      ...arrivalFindings(settings, origin, listening),
    ];
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return [
      unsure(
        `SITE_URL is ${origin}, which this machine can't reach: ${error.message}`,
        "If others can, all is well; else look at its DNS, its certificate, and the proxy before this server.",
      ),
    ];
  } finally {
    out.close();
  }
}

/** Whether an answer is the doctor's own, or that of the Jackfield that stands in its place. */
async function isOurs(
  answer: OutboundAnswer,
  { word, other }: Listening,
  out: ReturnType<typeof outbound>,
): Promise<boolean> {
  const text = await answer.text();
  if (word) return text === word;
  const there = await (
    await out.fetch(`${other}/agent/site.json`, { timeoutMs: 3_000, redirects: 0 })
  ).text();
  return answer.status === 200 && text === there;
}

function elsewhere(
  unsure: typeof note,
  origin: string,
  { status, headers }: OutboundAnswer,
): Finding {
  const location = headers.get("location");
  const where = location && URL.parse(location, origin)?.origin;
  if (where && where !== origin)
    return unsure(
      `SITE_URL is ${origin}, which redirects to ${where}.`,
      `Set SITE_URL to ${where}, or take the redirect away.`,
    );
  if (status >= 502 && status <= 504)
    return unsure(
      `SITE_URL is ${origin}, where a proxy answers ${status}: it doesn't reach this server.`,
      "Look at the address and the port that the proxy passes requests on to.",
    );
  return unsure(
    `SITE_URL is ${origin}, where something else answers (${status}).`,
    "Set SITE_URL to the address that leads here, or have the proxy pass its requests on to this server.",
  );
}

/** What a proxy does to requests on their way. */
function arrivalFindings(
  { hosts, trustedProxies, rate }: Settings,
  origin: string,
  { arrivals }: Listening,
): Finding[] {
  const arrival = arrivals.at(-1);
  if (!arrival) return [];
  const findings: Finding[] = [];
  if (!hostRule(origin, hosts)(arrival.host)) {
    findings.push(
      problem(
        `What comes by SITE_URL asks for the host ${arrival.host} when it arrives, and is refused with 421.`,
        `Have the proxy pass the Host header on, or set SITE_HOSTS=${arrival.host}.`,
      ),
    );
  }
  if (rate && arrival.isPassedOn && arrival.peer && !trustRule(trustedProxies)(arrival.peer)) {
    findings.push(
      note(
        `What comes by SITE_URL is passed on by ${arrival.peer}, which is not trusted: all its clients are counted as one.`,
        `Set TRUSTED_PROXIES=${arrival.peer} if that is your proxy.`,
      ),
    );
  }
  return findings;
}
