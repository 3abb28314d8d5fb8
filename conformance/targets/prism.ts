import { join } from "node:path";
import { node } from "./runtimes.ts";
import { freePort, programOf, spawned } from "./spawned.ts";
import type { Target, TargetKind } from "./target.ts";
import { wire } from "./wire.ts";

/** The published document. */
export const OPENAPI = join(import.meta.dirname, "../../generated/site/openapi.json");
const LISTENING = /Prism is listening on (http:\/\/[\w.]+:\d+)/;

const missing = () => (programOf("prism") ? undefined : "prism is not installed");

/** Node's adapter seen through Prism, which notes on each answer where it departs from the document. */
export const proxied: TargetKind = {
  name: "node behind prism",
  isRig: true,
  knows: "operations",
  missing,
  async start() {
    const behind = await node.start();
    const prism = await proxyBefore(behind.url);
    return { ...prism, close: async () => void (await Promise.all([prism.close(), behind.close()])) };
  },
};

/** A server that knows nothing but the document: it holds the document and the cases against each other. */
export const mock: TargetKind = {
  name: "prism mock",
  isRig: false,
  knows: "document",
  missing,
  start: () => mockOf(OPENAPI),
};

/** Prism as a proxy before a server: without `--errors` it passes everything on, and only notes what it finds. */
export const proxyBefore = async (url: string): Promise<Target> =>
  spawned("prism", ["proxy", OPENAPI, url, "-p", String(await freePort())], LISTENING);

/** Prism as a mock of a document; it refuses what it sees is wrong. */
export const mockOf = async (document: string): Promise<Target> =>
  spawned("prism", ["mock", document, "-p", String(await freePort()), "--errors"], LISTENING);

/** A mock that someone else runs. */
export const mockAt = (url: string): TargetKind => ({ ...mock, missing: () => undefined, start: () => standing(url) });

/** Something that runs already, and goes on when the suite is done. */
export async function standing(url: string) {
  const { hangUp, ...line } = wire(url.replace(/\/+$/, ""));
  return { ...line, close: async () => hangUp() };
}
