import type { FetchOptions } from "../../core/lib/kit/net/fetch.ts";
import type { Outbound, OutboundResponse } from "../../core/ports/outbound.ts";
import { outboundFailure } from "../../core/ports/outbound.ts";
import { isLoopbackAddress, isPublicAddress } from "./addresses.ts";
import type { Agents, Dial } from "./connect.ts";
import { createAgents, systemDial } from "./connect.ts";
import type { Deadline } from "./deadline.ts";
import { createDeadline } from "./deadline.ts";
import type { Hop } from "./redirect.ts";
import { followRedirect, isRedirect } from "./redirect.ts";
import { createFirstHop } from "./request.ts";
import type { Resolve } from "./resolve.ts";
import { resolveTarget, systemResolve } from "./resolve.ts";
import { createResponse } from "./response.ts";
import { send } from "./send.ts";
import { parseTarget, type Target } from "./target.ts";

export interface OutboundSettings {
  /**
   * Origins that may have private addresses, such as `http://origin.internal:8080`. A redirect may
   * lead to one of them only from another one, so that no public site can redirect to them. For
   * URLs that third parties name, use an outbound client without allowed origins.
   */
  allowedOrigins?: readonly string[];
  /** Whether to connect to addresses of this machine (127.0.0.0/8, ::1) too, with any port. */
  allowsLoopback?: boolean;
  /**
   * Sends the requests for a public origin to another address, past the proxy in front of it. The
   * address must be allowed.
   */
  override?: OriginOverride;
  /** The User-Agent. Default: `jackfield`. */
  userAgent?: string;
  /** Certificates (PEM) to trust instead of the system's. */
  ca?: string;
  /** Resolves host names. Default: the resolver of the system. */
  resolve?: Resolve;
  /** Opens connections. Tests use it to connect public addresses to local servers. */
  dial?: Dial;
}

/** A public origin, the URL to send its requests to, and headers to add. */
export interface OriginOverride {
  readonly origin: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates an HTTP client for public addresses and allowed origins. It ignores proxy settings of the
 * environment.
 */
export function createOutbound(settings: OutboundSettings = {}): Outbound & { close(): void } {
  const rules: Rules = {
    allowed: new Set(settings.allowedOrigins?.map((origin) => new URL(origin).origin)),
    ...(settings.override && {
      override: { ...settings.override, target: parseTarget(settings.override.address) },
    }),
    isAllowedAddress: settings.allowsLoopback
      ? (address) => isPublicAddress(address) || isLoopbackAddress(address)
      : isPublicAddress,
    resolve: settings.resolve ?? systemResolve,
    agents: createAgents(settings.dial ?? systemDial, settings.ca),
  };
  return {
    async fetch(url, options = {}) {
      const firstRequest = createFirstHop(url, options, settings.userAgent ?? "jackfield");
      const deadline = createDeadline(
        firstRequest.target.host,
        options.timeoutMs ?? 15_000,
        options.signal,
      );
      try {
        return await followRedirects(firstRequest, options, rules, deadline);
      } catch (error) {
        deadline.end();
        throw error;
      }
    },
    close: () => rules.agents.close(),
  };
}

interface Rules {
  readonly allowed: ReadonlySet<string>;
  readonly override?: OriginOverride & { readonly target: Target };
  /** Whether origins that aren't allowed may have an address. */
  isAllowedAddress(address: string): boolean;
  readonly resolve: Resolve;
  readonly agents: Agents;
}

async function followRedirects(
  firstRequest: Hop,
  options: FetchOptions,
  rules: Rules,
  deadline: Deadline,
): Promise<OutboundResponse> {
  const maxRedirects = options.redirects ?? 5;
  let hop = firstRequest;
  let isTrusted = true;
  for (let followed = 0; ; followed += 1) {
    const override = hop.target.url.origin === rules.override?.origin ? rules.override : undefined;
    const destination = override?.target ?? hop.target;
    deadline.signal.throwIfAborted();
    isTrusted &&= rules.allowed.has(destination.url.origin);
    const addresses = await resolveTarget(
      destination,
      rules.resolve,
      isTrusted ? () => true : rules.isAllowedAddress,
      deadline,
    );
    const response = await send(
      hop,
      {
        target: destination,
        addresses,
        signal: deadline.signal,
        ...(override && { headers: override.headers }),
      },
      rules.agents,
    );
    try {
      if (maxRedirects === 0 || !isRedirect(response)) {
        return createResponse(response, hop, {
          host: destination.host,
          maxBytes: options.maxBytes ?? 5 * 1024 * 1024,
          deadline,
        });
      }
      if (followed === maxRedirects)
        throw outboundFailure(
          "too_many_redirects",
          `${destination.host} redirects more than ${maxRedirects} times.`,
        );
      hop = followRedirect(hop, response);
      if (options.sameOrigin && hop.target.url.origin !== firstRequest.target.url.origin) {
        throw outboundFailure(
          "left_origin",
          `${firstRequest.target.host} redirects to ${hop.target.host}.`,
        );
      }
    } catch (error) {
      response.destroy();
      throw error;
    }
    response.destroy();
  }
}
