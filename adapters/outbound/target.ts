import { isIP } from "node:net";
import { outboundFailure } from "../../core/ports/outbound.ts";
import { BLOCKED_PORTS } from "./blocked-ports.ts";

/** One place to connect to, read from a URL by the WHATWG parser: what it says is what the connection uses. */
export interface Target {
  readonly url: URL;
  readonly isSecure: boolean;
  /** The name or the address, without brackets. */
  readonly host: string;
  /** The host is an address already: nothing resolves it. */
  readonly isAddress: boolean;
  readonly port: number;
}

/** Reads a URL, or refuses it as `blocked_url`; the fragment is dropped. */
export function parseTarget(text: string, base?: URL): Target {
  const url = URL.parse(text, base);
  if (!url) throw outboundFailure("blocked_url", "The address to fetch is not a URL.");
  const isSecure = url.protocol === "https:";
  if (!isSecure && url.protocol !== "http:")
    throw outboundFailure("blocked_url", "Only http and https URLs are fetched.");
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  if (url.username || url.password) {
    throw outboundFailure(
      "blocked_url",
      `The URL for ${host} has a user name or a password in it; send them in a header.`,
    );
  }
  const port = url.port ? Number(url.port) : isSecure ? 443 : 80;
  if (BLOCKED_PORTS.has(port))
    throw outboundFailure("blocked_url", `Port ${port} of ${host} belongs to another protocol.`);
  url.hash = "";
  return { url, isSecure, host, isAddress: isIP(host) !== 0, port };
}
