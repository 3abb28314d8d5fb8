import type { HttpRequest } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import {
  createRateLimit,
  OPERATION_COST,
  type RateLimitOptions,
} from "../../../http/rate-limit.ts";
import type { RequestContext } from "../../../http/request-context.ts";
import { isSafeMethod } from "../../../lib/kit/net/safe-method.ts";
import { requireValue } from "../../../lib/kit/require-value.ts";
import type { Actor } from "../../auth/actor.ts";
import type {
  OperationName as PlatformOperationName,
  Output as PlatformOutput,
} from "../../contract.ts";
import { parseCookies } from "../../pages/cookies.ts";
import type { OperationContext, SignInClient } from "../contract.ts";
import type { AccountServices } from "../services.ts";
import { deviceCookieName, findDevice, type KnownDevice } from "../sign-in/known-devices.ts";
import { toActor } from "./actor.ts";
import { describeBrowser, toNetwork } from "./client.ts";
import { isOwnRequest } from "./own-request.ts";

/** The context of a request, and the cookies that its response sets. */
export type OpenedRequest = OperationContext & { readonly cookies: readonly string[] };

/** Creates the context of a request after checking where it comes from. */
export type OpenRequest = (request: HttpRequest, context: RequestContext) => Promise<OpenedRequest>;

/** Runs an operation of the platform for an actor. */
export type RunPlatform = (
  name: PlatformOperationName,
  input: unknown,
  actor: Actor,
  request: HttpRequest,
  context: RequestContext,
) => unknown;

type AttemptLimit = Pick<RateLimitOptions, "rate" | "limiter">;

interface RequestOpenerOptions {
  readonly services: AccountServices;
  readonly signInLimit?: AttemptLimit | undefined;
  readonly runPlatform: RunPlatform;
  /** Returns the key of a request's client, as for rate limits. */
  clientKey(request: HttpRequest): string;
  onError(error: unknown, requestId: string): void;
}

/** Creates the contexts of requests, and counts their failed attempts to sign in. */
export class RequestOpener {
  readonly #options: RequestOpenerOptions;
  readonly #limit: ReturnType<typeof createRateLimit> | undefined;
  /** The devices of requests to sign in. One that is known isn't counted with its network. */
  readonly #devices = new WeakMap<HttpRequest, KnownDevice>();

  constructor(options: RequestOpenerOptions) {
    this.#options = options;
    this.#limit = this.createLimit("sign-in", options.signInLimit);
  }

  /** Creates a limit of attempts for each device or network. */
  createLimit(name: string, limit: AttemptLimit | undefined) {
    const { clientKey, onError } = this.#options;
    return (
      limit &&
      createRateLimit(
        {
          name,
          ...limit,
          clientKey: (request) => `${name} ${this.#devices.get(request)?.id ?? clientKey(request)}`,
        },
        onError,
      )
    );
  }

  readonly open: OpenRequest = async (request, requestContext) => {
    const { services, runPlatform } = this.#options;
    if (!isSafeMethod(request.method) && !isOwnRequest(request, services.origin))
      throw foreignRequest();
    const cookies: string[] = [];
    let session = await services.sessions.find(request);
    const requireSession = () => requireValue(session, "the session of the request");
    return {
      ...services,
      get current() {
        return requireSession();
      },
      get visitor() {
        return session;
      },
      requestId: requestContext.id,
      platform: async (name, input) =>
        runPlatform(name, input, toActor(requireSession()), request, requestContext) as Promise<
          PlatformOutput<typeof name>
        >,
      client: this.#createClient(request, requestContext),
      setSession(next, cookie) {
        session = next;
        cookies.push(cookie);
      },
      setCookie: (cookie) => void cookies.push(cookie),
      cookies,
    };
  };

  #createClient(request: HttpRequest, requestContext: RequestContext): SignInClient {
    const { clientKey } = this.#options;
    const limit = this.#limit;
    const device = () => this.#findDevice(request);
    return {
      browser: describeBrowser(request.headers.get("user-agent")),
      network: toNetwork(clientKey(request)),
      cookie: (name) => parseCookies(request).get(name),
      device,
      async count(cost = OPERATION_COST) {
        await device();
        await limit?.take(request, requestContext, { cost });
      },
      uncount: () => limit?.giveBack(request, requestContext, OPERATION_COST),
    };
  }

  async #findDevice(request: HttpRequest): Promise<KnownDevice | undefined> {
    const { services } = this.#options;
    const cookie = parseCookies(request).get(deviceCookieName(services.origin));
    const found = this.#devices.get(request) ?? (await findDevice(cookie, services));
    if (found) this.#devices.set(request, found);
    return found;
  }
}

const foreignRequest = () =>
  new Problem("foreign_request", "The request doesn't come from a page of this service.", {
    hint: "Open the page again and repeat what you did there.",
  });
