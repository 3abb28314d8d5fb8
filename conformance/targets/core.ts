import { type Handler, toFetch } from "../../core/index.ts";
import { platform } from "../services/platform.ts";
import type { Service } from "../services/service.ts";
import { site } from "../services/site.ts";
import type { Answered, Asking, Target, TargetKind } from "./target.ts";

/** The core in this process, mounted as fetch. */
const coreOf = (service: Service): TargetKind => ({
  name: "core",
  service,
  isRig: true,
  knows: "everything",
  start: async () => {
    const { origin, key, create } = service.rig;
    const rig = await create(origin);
    return { ...inProcess(rig.handler, origin), key, close: async () => rig.remove() };
  },
});

/** One for each service. */
export const core = coreOf(site);
export const platformCore = coreOf(platform);

/** A handler as a target that is never off this process. */
export function inProcess(handler: Handler, origin: string = site.rig.origin): Target {
  const fetch = toFetch(handler);
  return {
    url: origin,
    ask: async (asking) => answered(await fetch(requestOf(asking, origin))),
    close: async () => {},
  };
}

/** The Host header names the URL's host, as it does behind any server. */
function requestOf({ method = "GET", path, headers = {}, body }: Asking, origin: string): Request {
  const { host = new URL(origin).host, ...rest } = headers;
  const length: Record<string, string> =
    body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Request(`http://${host}${path}`, {
    method,
    headers: { ...length, ...rest },
    ...(body !== undefined && { body: body as BodyInit }),
  });
}

async function answered(response: Response): Promise<Answered> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    headers: joined(response.headers),
    bytes,
    text: new TextDecoder().decode(bytes),
  };
}

/** Several of one name are one, as the wire's are. */
const joined = (headers: Headers) =>
  Object.fromEntries(
    [...new Set(headers.keys())].map((name) => [
      name,
      name === "set-cookie" ? headers.getSetCookie().join(", ") : headers.get(name)!,
    ]),
  );
