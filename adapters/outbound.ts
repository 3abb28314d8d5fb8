import type { Outbound, OutboundAnswer, OutboundOptions } from "../core/ports/outbound.ts";
import { outboundFailure } from "../core/ports/outbound.ts";
import { answerOf } from "./outbound/answer.ts";
import type { Agents, Dial } from "./outbound/connect.ts";
import { agents, systemDial } from "./outbound/connect.ts";
import type { Deadline } from "./outbound/deadline.ts";
import { deadline } from "./outbound/deadline.ts";
import type { Hop } from "./outbound/redirect.ts";
import { isRedirect, redirected } from "./outbound/redirect.ts";
import { firstHop } from "./outbound/request.ts";
import type { Resolve } from "./outbound/resolve.ts";
import { resolveTarget, systemResolve } from "./outbound/resolve.ts";
import { send } from "./outbound/send.ts";
import { type Target, target } from "./outbound/target.ts";

export interface OutboundSettings {
  /**
   * Origins that may be private, such as `http://origin.internal:8080`: exactly these. A redirect to one of them is
   * let through only while the exchange has been at none but these, so that no page outside can aim at them. What
   * strangers name (a profile, a callback) is fetched by another `outbound()`, without them.
   */
  allow?: readonly string[];
  /** An origin that is reached at another address, which is one of those allowed: what stands before it is not asked. */
  standIn?: StandIn;
  /** Default `jackfield`. */
  userAgent?: string;
  /** Certificates (PEM) to trust instead of the system's. */
  ca?: string;
  /** How names become addresses; default as the system does. */
  resolve?: Resolve;
  /** Opens the connections; for tests, which may lead a public address to a server of their own. */
  dial?: Dial;
}

/** A public origin, the address at which it is reached, and what is said there besides. */
export interface StandIn {
  readonly origin: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Fetches from public addresses only, and from the origins allowed; takes no proxy from the environment. */
export function outbound(settings: OutboundSettings = {}): Outbound & { close(): void } {
  const rules: Rules = {
    allowed: new Set(settings.allow?.map((origin) => new URL(origin).origin)),
    ...(settings.standIn && {
      standIn: { ...settings.standIn, target: target(settings.standIn.address) },
    }),
    resolve: settings.resolve ?? systemResolve,
    agents: agents(settings.dial ?? systemDial, settings.ca),
  };
  return {
    async fetch(url, options = {}) {
      const first = firstHop(url, options, settings.userAgent ?? "jackfield");
      const until = deadline(first.target.host, options.timeoutMs ?? 15_000, options.signal);
      try {
        return await follow(first, options, rules, until);
      } catch (error) {
        until.end();
        throw error;
      }
    },
    close: () => rules.agents.close(),
  };
}

interface Rules {
  readonly allowed: ReadonlySet<string>;
  readonly standIn?: StandIn & { readonly target: Target };
  readonly resolve: Resolve;
  readonly agents: Agents;
}

async function follow(
  first: Hop,
  options: OutboundOptions,
  rules: Rules,
  until: Deadline,
): Promise<OutboundAnswer> {
  const mostRedirects = options.redirects ?? 5;
  let hop = first;
  let isTrusted = true;
  for (let followed = 0; ; followed += 1) {
    const standIn = hop.target.url.origin === rules.standIn?.origin ? rules.standIn : undefined;
    const place = standIn?.target ?? hop.target;
    until.signal.throwIfAborted();
    isTrusted &&= rules.allowed.has(place.url.origin);
    const addresses = await resolveTarget(place, rules.resolve, isTrusted, until);
    const response = await send(
      hop,
      {
        target: place,
        addresses,
        signal: until.signal,
        ...(standIn && { headers: standIn.headers }),
      },
      rules.agents,
    );
    try {
      if (mostRedirects === 0 || !isRedirect(response)) {
        return answerOf(response, hop, {
          host: place.host,
          maxBytes: options.maxBytes ?? 5 * 1024 * 1024,
          deadline: until,
        });
      }
      if (followed === mostRedirects)
        throw outboundFailure(
          "too_many_redirects",
          `${place.host} redirects more than ${mostRedirects} times.`,
        );
      hop = redirected(hop, response);
      if (options.sameOrigin && hop.target.url.origin !== first.target.url.origin) {
        throw outboundFailure(
          "left_origin",
          `${first.target.host} redirects to ${hop.target.host}.`,
        );
      }
    } catch (error) {
      response.destroy();
      throw error;
    }
    response.destroy();
  }
}
