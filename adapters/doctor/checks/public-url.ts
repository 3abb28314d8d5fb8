import { isLoopback } from "../../../core/lib/kit/net/loopback.ts";
import { isOutboundFailure, type OutboundResponse } from "../../../core/ports/outbound.ts";
import type { SiteServiceSettings } from "../../config/site-service-settings.ts";
import { mayBePrivate } from "../../content/live/live-site.ts";
import { createOutbound } from "../../outbound/create-outbound.ts";
import { createTrustCheck } from "../../rate-limit/client-address.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";
import { createHostCheck } from "../../services/allowed-hosts.ts";
import { checkOtherHost, findOtherHost } from "./other-host.ts";
import type { PortCheck } from "./port.ts";

/** Checks that SITE_URL leads to this server, and how requests arrive through it. */
export async function checkPublicUrl(
  settings: SiteServiceSettings,
  portCheck: PortCheck,
): Promise<Finding[]> {
  const { publicOrigin: origin, hostname, port } = settings;
  if (!origin) {
    if (isLoopback(hostname))
      return [ok("SITE_URL is not set, so links work only on this machine.")];
    return [
      note(
        `SITE_HOST is ${hostname}, but SITE_URL is not set. Only requests for loopback names work, and others get 421.`,
        "Set SITE_URL to the public URL, such as https://agents.shop.example.",
      ),
    ];
  }
  if (port === 0)
    return [
      note(
        "SITE_PORT is 0. Each start uses another port, so SITE_URL can't lead to it.",
        "Set SITE_PORT to a fixed port.",
      ),
    ];
  if (!portCheck.token && !portCheck.otherOrigin) return [];

  // A public URL may be unreachable from this machine only, so that is not necessarily a problem.
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
      ok(`SITE_URL is ${origin}, which leads to this server.`),
      ...checkArrivals(settings, origin, portCheck),
      // A running Jackfield rejects the other host. The doctor answers any host.
      ...(await checkOtherHost(settings, origin, client, (status, text) =>
        portCheck.token ? text === portCheck.token : status === 421,
      )),
    ];
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return [
      createFinding(
        `SITE_URL is ${origin}, which this machine can't reach: ${error.message}`,
        "Ignore this if others can reach it. Otherwise check its DNS, its certificate and your proxy.",
      ),
    ];
  } finally {
    client.close();
  }
}

/** Whether a response came from the doctor, or from the other Jackfield that uses the port. */
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
      `Set SITE_URL to ${redirectOrigin}, or remove the redirect.${findOtherHost(origin) === new URL(redirectOrigin).host ? ` To serve both, also set SITE_HOSTS=${new URL(origin).host}.` : ""}`,
    );
  if (status >= 502 && status <= 504)
    return createFinding(
      `SITE_URL is ${origin}, where a proxy returns ${status} because it doesn't reach this server.`,
      "Check the address and the port that the proxy forwards requests to.",
    );
  return createFinding(
    `SITE_URL is ${origin}, which leads to another server (status ${status}).`,
    "Set SITE_URL to the URL of this server, or make the proxy forward requests to it.",
  );
}

/** Checks what a proxy changed in the requests that arrived. */
function checkArrivals(
  { hosts, trustedProxies, rate }: SiteServiceSettings,
  origin: string,
  { arrivals }: PortCheck,
): Finding[] {
  const arrival = arrivals.at(-1);
  if (!arrival) return [];
  const findings: Finding[] = [];
  if (!createHostCheck(origin, hosts)(arrival.host)) {
    findings.push(
      problem(
        `Requests to SITE_URL arrive with the Host "${arrival.host}", which is rejected with 421.`,
        `Make the proxy forward the Host header, or set SITE_HOSTS=${arrival.host}.`,
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
        `Requests to SITE_URL arrive through ${arrival.peer}, which is not trusted. All its clients share one rate limit.`,
        `Set TRUSTED_PROXIES=${arrival.peer} if that is your proxy.`,
      ),
    );
  }
  return findings;
}
