import { isIP } from "node:net";
import { outboundFailure } from "../../core/ports/outbound.ts";
import { BLOCKED_PORTS } from "./blocked-ports.ts";

/** The destination of a connection, parsed from a URL by the WHATWG parser. */
export interface Target {
  readonly url: URL;
  readonly isSecure: boolean;
  /** The host name or IP address, without brackets. */
  readonly host: string;
  /** Whether the host is an IP address, which needs no resolution. */
  readonly isAddress: boolean;
  readonly port: number;
}

/** Parses a URL without its fragment. Throws `blocked_url` if it must not be fetched. */
export function parseTarget(text: string, base?: URL): Target {
  const url = URL.parse(text, base);
  if (!url) throw outboundFailure("blocked_url", "The URL to fetch is invalid.");
  const isSecure = url.protocol === "https:";
  if (!isSecure && url.protocol !== "http:")
    throw outboundFailure("blocked_url", "The URL to fetch is neither http nor https.");
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  if (url.username || url.password) {
    throw outboundFailure(
      "blocked_url",
      `The URL for ${host} contains a user name or a password. Send them in a header.`,
    );
  }
  const defaultPort = isSecure ? 443 : 80;
  const port = url.port ? Number(url.port) : defaultPort;
  if (BLOCKED_PORTS.has(port))
    throw outboundFailure(
      "blocked_url",
      `Port ${port} of ${host} is reserved for another protocol.`,
    );
  url.hash = "";
  return { url, isSecure, host, isAddress: isIP(host) !== 0, port };
}
