import { isLoopback } from "../../core/index.ts";
import { isOutboundFailure, type OutboundResponse } from "../../core/ports/outbound.ts";
import { createHostCheck } from "../allowed-hosts.ts";
import { createTrustCheck } from "../client-address.ts";
import { mayBePrivate } from "../content/live/live-site.ts";
import type { Settings } from "../environment.ts";
import { createOutbound } from "../outbound.ts";
import type { PortCheck } from "./port.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** Whether SITE_URL leads here, and what its requests look like when they arrive. */
export async function checkPublicUrl(settings: Settings, portCheck: PortCheck): Promise<Finding[]> {
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
  if (!portCheck.token && !portCheck.otherOrigin) return [];

  // What only others can reach, this machine may not: whether that matters, the operator knows.
  const createFinding = mayBePrivate(new URL(origin)) ? problem : note;
  const client = createOutbound({
    allowedOrigins: [origin, ...(portCheck.otherOrigin ? [portCheck.otherOrigin] : [])],
  });
  try {
    const response = await client.fetch(
      `${origin}${portCheck.token ? "/healthz" : "/agent/site.json"}`,
      {
        timeoutMs: 8_000,
        redirects: 0,
      },
    );
    const isThisServer = await isThisServerResponse(response, portCheck, client);
    if (!isThisServer) return [createElsewhereFinding(createFinding, origin, response)];
    return [
      ok(`SITE_URL is ${origin}, which leads here.`),
      ...checkArrivals(settings, origin, portCheck),
    ];
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return [
      createFinding(
        `SITE_URL is ${origin}, which this machine can't reach: ${error.message}`,
        "If others can, all is well; else look at its DNS, its certificate, and the proxy before this server.",
      ),
    ];
  } finally {
    client.close();
  }
}

/** Whether an answer is the doctor's own, or that of the Jackfield that stands in its place. */
async function isThisServerResponse(
  response: OutboundResponse,
  { token, otherOrigin }: PortCheck,
  client: ReturnType<typeof createOutbound>,
): Promise<boolean> {
  const text = await response.text();
  if (token) return text === token;
  const otherBody = await (
    await client.fetch(`${otherOrigin}/agent/site.json`, { timeoutMs: 3_000, redirects: 0 })
  ).text();
  return response.status === 200 && text === otherBody;
}

function createElsewhereFinding(
  createFinding: typeof note,
  origin: string,
  { status, headers }: OutboundResponse,
): Finding {
  const location = headers.get("location");
  const redirectOrigin = location && URL.parse(location, origin)?.origin;
  if (redirectOrigin && redirectOrigin !== origin)
    return createFinding(
      `SITE_URL is ${origin}, which redirects to ${redirectOrigin}.`,
      `Set SITE_URL to ${redirectOrigin}, or take the redirect away.`,
    );
  if (status >= 502 && status <= 504)
    return createFinding(
      `SITE_URL is ${origin}, where a proxy answers ${status}: it doesn't reach this server.`,
      "Look at the address and the port that the proxy passes requests on to.",
    );
  return createFinding(
    `SITE_URL is ${origin}, where something else answers (${status}).`,
    "Set SITE_URL to the address that leads here, or have the proxy pass its requests on to this server.",
  );
}

/** What a proxy does to requests on their way. */
function checkArrivals(
  { hosts, trustedProxies, rate }: Settings,
  origin: string,
  { arrivals }: PortCheck,
): Finding[] {
  const arrival = arrivals.at(-1);
  if (!arrival) return [];
  const findings: Finding[] = [];
  if (!createHostCheck(origin, hosts)(arrival.host)) {
    findings.push(
      problem(
        `What comes by SITE_URL asks for the host ${arrival.host} when it arrives, and is refused with 421.`,
        `Have the proxy pass the Host header on, or set SITE_HOSTS=${arrival.host}.`,
      ),
    );
  }
  if (
    rate &&
    arrival.isForwarded &&
    arrival.peer &&
    !createTrustCheck(trustedProxies)(arrival.peer)
  ) {
    findings.push(
      note(
        `What comes by SITE_URL is passed on by ${arrival.peer}, which is not trusted: all its clients are counted as one.`,
        `Set TRUSTED_PROXIES=${arrival.peer} if that is your proxy.`,
      ),
    );
  }
  return findings;
}
