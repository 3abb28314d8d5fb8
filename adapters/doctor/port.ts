import type { Asked } from "../../core/index.ts";
import type { Settings } from "../environment.ts";
import { PASSED_ON } from "../metrics.ts";
import { outbound } from "../outbound.ts";
import { listeningUrl, ownOrigin } from "../runtime/address.ts";
import { serve } from "../runtime/serve.ts";
import { whyNotListening } from "../words.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** A request that got through to the doctor. */
export interface Arrival {
  /** The host that it asked for. */
  readonly host: string;
  /** The address of who is connected. */
  readonly peer: string | undefined;
  /** Whether a proxy says that it has passed it on. */
  readonly isPassedOn: boolean;
}

/** Whether the service can listen, and who came while the doctor did in its place. */
export interface Listening {
  readonly findings: readonly Finding[];
  /** What the doctor answers while it listens: a word that nobody else knows. None where it can't. */
  readonly word?: string;
  readonly arrivals: readonly Arrival[];
  /** The origin where another Jackfield listens already. */
  readonly other?: string;
  close(): Promise<void>;
}

/** Listens where the service would, until it is closed. */
export async function portFindings({
  hostname,
  port,
}: Pick<Settings, "hostname" | "port">): Promise<Listening> {
  const word = crypto.randomUUID();
  const arrivals: Arrival[] = [];
  const close = async () => {};
  try {
    const serving = await serve(
      async (asked) => {
        arrivals.push(arrivalOf(asked));
        return {
          status: 200,
          headers: { "content-type": "text/plain", "cache-control": "no-store" },
          body: word,
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
    return { findings, word, arrivals, close: () => serving.close(0) };
  } catch (error) {
    const why = whyNotListening(error, { hostname, port, service: "SITE" });
    if (why === undefined) throw error;
    if ((error as { code?: string }).code !== "EADDRINUSE")
      return { findings: [problem(why)], arrivals, close };
    const other = ownOrigin(listeningUrl(hostname, port));
    const name = await jackfieldAt(other);
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
    return { findings, arrivals, other, close };
  }
}

function arrivalOf(asked: Asked): Arrival {
  return {
    host: new URL(asked.url).host,
    peer: asked.peerAddress?.(),
    isPassedOn: PASSED_ON.some((name) => asked.headers.get(name) !== null),
  };
}

/** The name of the site that a Jackfield serves at an origin; nothing where none does. */
async function jackfieldAt(origin: string): Promise<string | undefined> {
  const out = outbound({ allow: [origin] });
  try {
    const get = async (path: string) =>
      JSON.parse(
        await (await out.fetch(origin + path, { timeoutMs: 3_000, redirects: 0 })).text(),
      ) as { status?: string; name?: string };
    // In front of a site it has a path of its own for that.
    const isUp = async (path: string) => (await get(path).catch(() => undefined))?.status === "ok";
    if (!(await isUp("/healthz")) && !(await isUp("/.jackfield/healthz"))) return undefined;
    return (await get("/agent/site.json")).name ?? "a site that it can't reach";
  } catch {
    return undefined;
  } finally {
    out.close();
  }
}
