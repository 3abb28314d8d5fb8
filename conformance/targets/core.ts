import { RUNTIMES } from "../../adapters/runtime/runtimes.ts";
import { type Handler, toFetch } from "../../core/index.ts";
import { platform } from "../services/platform.ts";
import type { Service } from "../services/service.ts";
import { site } from "../services/site.ts";
import { findProgram, spawnServer } from "./http-client.ts";
import type { Target, TargetKind, TestRequest, TestResponse } from "./target.ts";

/** The core in this process, mounted as a fetch handler. */
const createCoreTarget = (service: Service): TargetKind => ({
  name: "core",
  service,
  isFixture: true,
  scope: "everything",
  start: async () => {
    const { origin, key, create } = service.fixture;
    const fixture = await create(origin);
    return {
      ...createInProcessTarget(fixture.handler, origin),
      key,
      close: async () => fixture.remove(),
    };
  },
});

/** One target for each service. */
export const siteCore = createCoreTarget(site);
export const platformCore = createCoreTarget(platform);

/** Creates a target from a handler in this process. */
export function createInProcessTarget(
  handler: Handler,
  origin: string = site.fixture.origin,
): Target {
  const fetch = toFetch(handler);
  return {
    url: origin,
    send: async (request) => toTestResponse(await fetch(toWebRequest(request, origin))),
    close: async () => {},
  };
}

/** Sets the Host header to the host of the URL, as every server does. */
function toWebRequest(
  { method = "GET", path, headers = {}, body }: TestRequest,
  origin: string,
): Request {
  const { host = new URL(origin).host, ...rest } = headers;
  const length: Record<string, string> =
    body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Request(`http://${host}${path}`, {
    method,
    headers: { ...length, ...rest },
    ...(body !== undefined && { body: body as BodyInit }),
  });
}

async function toTestResponse(response: Response): Promise<TestResponse> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    headers: joinHeaders(response.headers),
    bytes,
    text: new TextDecoder().decode(bytes),
  };
}

/** Joins repeated headers, as HTTP clients do. */
const joinHeaders = (headers: Headers) =>
  Object.fromEntries(
    [...new Set(headers.keys())].map((name) => [
      name,
      name === "set-cookie" ? headers.getSetCookie().join(", ") : headers.get(name)!,
    ]),
  );

/** The program that serves the fixture that its argument names. */
export const SERVE_PROGRAM = new URL("../fixtures/serve.ts", import.meta.url).pathname;

/** The fixture of a service, served by the adapter of a runtime. */
const createRuntimeTarget = (service: Service, name: string): TargetKind => ({
  name,
  service,
  isFixture: true,
  scope: "everything",
  skipReason: () => (findProgram(name) ? undefined : `${name} is not installed`),
  async start() {
    const { key } = service.fixture;
    const args = [...RUNTIMES[name]!.command.slice(1), SERVE_PROGRAM, service.name];
    return { ...(await spawnServer(name, args, /"url":"([^"]+)"/)), key };
  },
});

const createRuntimeTargets = (service: Service): readonly TargetKind[] =>
  Object.keys(RUNTIMES).map((name) => createRuntimeTarget(service, name));

/** One target for each runtime, serving the site. */
export const siteRuntimes = createRuntimeTargets(site);

/** One target for each runtime, serving the platform. */
export const platformRuntimes = createRuntimeTargets(platform);

export const node = createRuntimeTarget(site, "node");
export const platformNode = createRuntimeTarget(platform, "node");
