import { afterEach, beforeEach } from "vitest";
import {
  createLiveContent,
  type LiveContent,
  type LiveContentOptions,
} from "../../../adapters/content/live-content.ts";
import { createOutbound } from "../../../adapters/outbound/create-outbound.ts";
import { type LiveSite, startLiveSite } from "./live-site.ts";

/** A live site for one test, and the sources that read it. */
export interface TestSite {
  readonly server: LiveSite;
  /** The messages that the sources have logged. */
  readonly messages: string[];
  url(path: string): string;
  setReply(path: string, body: string | Uint8Array, headers?: Record<string, string>): void;
  /** Opens a source for a path of the site. Default: `/`. */
  open(path?: string, options?: Partial<LiveContentOptions>): LiveContent;
  /** Closes a resource after the test. */
  use<T extends { close(): void }>(resource: T): T;
}

/** Starts a site before each test of a file and closes it after the test. */
export function useLiveSite(): TestSite {
  let server: LiveSite;
  let messages: string[] = [];
  const resources: { close(): void }[] = [];
  const use: TestSite["use"] = (resource) => {
    resources.push(resource);
    return resource;
  };

  beforeEach(async () => {
    server = await startLiveSite();
    messages = [];
  });
  afterEach(async () => {
    for (const resource of resources.splice(0)) resource.close();
    await server.close();
  });

  return {
    get server() {
      return server;
    },
    get messages() {
      return messages;
    },
    url: (path) => server.origin + path,
    setReply(path, body, headers = {}) {
      server.replies.set(path, { body, headers });
    },
    open(path = "/", options = {}) {
      const outbound = use(createOutbound({ allowedOrigins: [server.origin] }));
      return use(
        createLiveContent(new URL(path, server.origin), {
          outbound,
          refreshMs: 60_000,
          log: (message) => messages.push(message),
          ...options,
        }),
      );
    },
    use,
  };
}

export async function listPaths(content: LiveContent): Promise<string[]> {
  return (await content.listPages()).map(({ path }) => path);
}

export async function readText(content: LiveContent, path: string): Promise<string> {
  const page = await content.find(path);
  return new TextDecoder().decode(await page!.bytes());
}
