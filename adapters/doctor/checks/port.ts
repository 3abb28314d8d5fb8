import type { HttpRequest } from "../../../core/site.ts";
import type { SiteServiceSettings } from "../../config/site-service-settings.ts";
import { createOutbound } from "../../outbound/create-outbound.ts";
import { listeningUrl, toReachableOrigin } from "../../runtime/address.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";
import { serve } from "../../runtime/serve.ts";
import { explainListenError } from "../../services/messages.ts";
import { FORWARDING_HEADERS } from "../../telemetry/metrics.ts";

/** A request that reached the doctor. */
interface Arrival {
  /** The requested host. */
  readonly host: string;
  /** The address at the other end of the connection. */
  readonly peer: string | undefined;
  /** Whether it has headers of a proxy. */
  readonly isForwarded: boolean;
}

/**
 * Whether the service can listen, and the requests that arrived while the doctor listened in its
 * place.
 */
export interface PortCheck {
  readonly findings: readonly Finding[];
  /** The random text of every response while the doctor listens. Undefined if it can't listen. */
  readonly token?: string;
  readonly arrivals: readonly Arrival[];
  /** The origin of another Jackfield that uses the port. */
  readonly otherOrigin?: string;
  close(): Promise<void>;
}

/** Listens on the site's port until it is closed. */
export async function checkPort({
  hostname,
  port,
}: Pick<SiteServiceSettings, "hostname" | "port">): Promise<PortCheck> {
  const token = crypto.randomUUID();
  const arrivals: Arrival[] = [];
  const close = async () => {};
  try {
    const server = await serve(
      async (request) => {
        arrivals.push(createArrival(request));
        return {
          status: 200,
          headers: { "content-type": "text/plain", "cache-control": "no-store" },
          body: token,
        };
      },
      { hostname, port },
    );
    const findings = [
      ok(
        port === 0
          ? `The site uses a free port on ${hostname} at each start.`
          : `Port ${port} on ${hostname} is free for the site.`,
      ),
    ];
    return { findings, token, arrivals, close: () => server.close(0) };
  } catch (error) {
    const reason = explainListenError(error, { hostname, port, service: "SITE" });
    if (reason === undefined) throw error;
    if ((error as { code?: string }).code !== "EADDRINUSE")
      return { findings: [problem(reason.message, reason.hint)], arrivals, close };
    const otherOrigin = toReachableOrigin(listeningUrl(hostname, port));
    const name = await findJackfield(otherOrigin);
    if (name === undefined)
      return {
        findings: [
          problem(
            `Another program uses port ${port} on ${hostname}.`,
            "Set SITE_PORT to another port, or stop that program.",
          ),
        ],
        arrivals,
        close,
      };
    const findings = [
      note(
        `A Jackfield that serves "${name}" uses port ${port} on ${hostname}.`,
        "Ignore this if it is this deployment. For a second one, set another SITE_PORT.",
      ),
    ];
    return { findings, arrivals, otherOrigin, close };
  }
}

function createArrival(request: HttpRequest): Arrival {
  return {
    host: new URL(request.url).host,
    peer: request.peerAddress?.(),
    isForwarded: FORWARDING_HEADERS.some((name) => request.headers.get(name) !== null),
  };
}

/**
 * Returns the name of the site that a Jackfield serves at an origin. Returns undefined if none
 * does.
 */
async function findJackfield(origin: string): Promise<string | undefined> {
  const client = createOutbound({ allowedOrigins: [origin] });
  try {
    const get = async (path: string) =>
      JSON.parse(
        await (await client.fetch(origin + path, { timeoutMs: 3_000, redirects: 0 })).text(),
      ) as { status?: string; name?: string };
    // As a reverse proxy, Jackfield has another health path.
    const isUp = async (path: string) => (await get(path).catch(() => undefined))?.status === "ok";
    if (!(await isUp("/healthz")) && !(await isUp("/.jackfield/healthz"))) return undefined;
    return (await get("/agent/site.json")).name ?? "unknown site";
  } catch {
    return undefined;
  } finally {
    client.close();
  }
}
