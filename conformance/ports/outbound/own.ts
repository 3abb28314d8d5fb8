import type { Outbound } from "../../../core/ports/outbound.ts";
import type { Rig, Served } from "./rig.ts";
import { pause } from "./rig.ts";

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Never ends. */
  open?: boolean;
  wait?: number;
}

/** An origin on loopback that is allowed; a path without a reply is never answered. */
export async function own(
  rig: Rig,
  reply: (path: string) => Reply | undefined,
): Promise<{ server: Served; origin: string; site: Outbound }> {
  const server = await rig.http(async (request, response) => {
    const given = reply(request.url!);
    if (!given) return;
    if (given.wait) await pause(given.wait);
    response.writeHead(given.status ?? 200, given.headers);
    if (given.open) response.write(given.body);
    else response.end(given.body);
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return { server, origin, site: rig.outbound({ allow: [origin] }) };
}
