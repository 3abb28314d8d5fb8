import type { HttpRequest } from "../../core/index.ts";
import type { Settings } from "../environment.ts";
import { explainListenError } from "../messages.ts";
import { FORWARDING_HEADERS } from "../metrics.ts";
import { createOutbound } from "../outbound.ts";
import { listeningUrl, toReachableOrigin } from "../runtime/address.ts";
import { serve } from "../runtime/serve.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** A request that got through to the doctor. */
export interface Arrival {
  /** The host that it asked for. */
  readonly host: string;
  /** The address of who is connected. */
  readonly peer: string | undefined;
  /** Whether a proxy says that it has passed it on. */
  readonly isForwarded: boolean;
}

/** Whether the service can listen, and who came while the doctor did in its place. */
export interface PortCheck {
  readonly findings: readonly Finding[];
  /** What the doctor answers while it listens: a word that nobody else knows. None where it can't. */
  readonly token?: string;
  readonly arrivals: readonly Arrival[];
  /** The origin where another Jackfield listens already. */
  readonly otherOrigin?: string;
  close(): Promise<void>;
}

/** Listens where the service would, until it is closed. */
export async function checkPort({
  hostname,
  port,
}: Pick<Settings, "hostname" | "port">): Promise<PortCheck> {
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
          ? `A free port of ${hostname} is taken at each start.`
          : `Port ${port} of ${hostname} is free.`,
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
            `Port ${port} of ${hostname} is in use by another program.`,
            "Set SITE_PORT to another one, or end that program.",
          ),
        ],
        arrivals,
        close,
      };
    const findings = [
      note(
        `Port ${port} of ${hostname} is in use: a Jackfield that serves "${name}" answers there.`,
        "If that is this one, all is well; a second one needs a SITE_PORT of its own.",
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

/** The name of the site that a Jackfield serves at an origin; nothing where none does. */
async function findJackfield(origin: string): Promise<string | undefined> {
  const client = createOutbound({ allowedOrigins: [origin] });
  try {
    const get = async (path: string) =>
      JSON.parse(
        await (await client.fetch(origin + path, { timeoutMs: 3_000, redirects: 0 })).text(),
      ) as { status?: string; name?: string };
    // In front of a site it has a path of its own for that.
    const isUp = async (path: string) => (await get(path).catch(() => undefined))?.status === "ok";
    if (!(await isUp("/healthz")) && !(await isUp("/.jackfield/healthz"))) return undefined;
    return (await get("/agent/site.json")).name ?? "a site that it can't reach";
  } catch {
    return undefined;
  } finally {
    client.close();
  }
}
