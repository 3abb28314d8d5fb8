import { toFetch, type Handler } from "../../core/index.ts";
import { createRig } from "../rig/site.ts";
import type { Answered, Asking, Target, TargetKind } from "./target.ts";

/** Where the core believes to be: a name of loopback that nothing listens at. */
const ORIGIN = "http://core.localhost";

/** The core in this process, mounted as fetch. */
export const core: TargetKind = {
  name: "core",
  isRig: true,
  knows: "everything",
  start: async () => {
    const rig = await createRig(ORIGIN);
    return { ...inProcess(rig.handler), close: async () => rig.remove() };
  },
};

/** A handler as a target that is never off this process. */
export function inProcess(handler: Handler): Target {
  const fetch = toFetch(handler);
  return {
    url: ORIGIN,
    ask: async (asking) => answered(await fetch(requestOf(asking))),
    close: async () => {},
  };
}

/** The Host header names the URL's host, as it does behind any server. */
function requestOf({ method = "GET", path, headers = {}, body }: Asking): Request {
  const { host = new URL(ORIGIN).host, ...rest } = headers;
  const length: Record<string, string> = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Request(`http://${host}${path}`, { method, headers: { ...length, ...rest }, ...(body !== undefined && { body: body as BodyInit }) });
}

async function answered(response: Response): Promise<Answered> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: joined(response.headers), bytes, text: new TextDecoder().decode(bytes) };
}

/** Several of one name are one, as the wire's are. */
const joined = (headers: Headers) => Object.fromEntries([...new Set(headers.keys())].map((name) => [name, name === "set-cookie" ? headers.getSetCookie().join(", ") : headers.get(name)!]));
