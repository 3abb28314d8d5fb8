import type { Service } from "../services/service.ts";
import type { Spec } from "../services/spec.ts";
import { createHttpClient } from "./http-client.ts";
import { node, platformNode } from "./runtimes.ts";
import { findFreePort, findProgram, spawnServer } from "./spawn-server.ts";
import type { Target, TargetKind } from "./target.ts";

const LISTENING = /Prism is listening on (http:\/\/[\w.]+:\d+)/;

const prismSkipReason = () => (findProgram("prism") ? undefined : "prism is not installed");

/** Node's adapter seen through Prism, which notes on each answer where it departs from the document. */
const createPrismProxy = (node: TargetKind): TargetKind => ({
  name: "node behind prism",
  service: node.service,
  isFixture: true,
  scope: "operations",
  skipReason: prismSkipReason,
  async start() {
    const upstream = await node.start();
    const prism = await startPrismProxy(upstream.url, node.service);
    return {
      ...prism,
      key: upstream.key,
      close: async () => void (await Promise.all([prism.close(), upstream.close()])),
    };
  },
});

/** A server that knows nothing but the document: it holds the document and the cases against each other. */
const createPrismMock = (
  service: Service,
  start: () => Promise<Target> = () => startPrismMock(service.document),
): TargetKind => ({
  name: "prism mock",
  service,
  isFixture: false,
  scope: "document",
  skipReason: prismSkipReason,
  start: async () => ({ ...(await start()), key: service.fixture.key }),
});

/** Of the site. */
export const prismProxy = createPrismProxy(node);
export const prismMock = createPrismMock(node.service);

/** Of the platform. */
export const platformPrismProxy = createPrismProxy(platformNode);
export const platformPrismMock = createPrismMock(platformNode.service);

/** Prism as a proxy before a server: without `--errors` it passes everything on, and only notes what it finds. */
export const startPrismProxy = async (
  url: string,
  { document }: Pick<Spec, "document">,
): Promise<Target> =>
  spawnServer("prism", ["proxy", document, url, "-p", String(await findFreePort())], LISTENING);

/** Prism as a mock of a document; it refuses what it sees is wrong. */
export const startPrismMock = async (document: string): Promise<Target> =>
  spawnServer(
    "prism",
    ["mock", document, "-p", String(await findFreePort()), "--errors"],
    LISTENING,
  );

/** A mock that someone else runs. */
export const createExternalMock = (url: string, service: Service): TargetKind => ({
  ...createPrismMock(service, () => connectToRunning(url)),
  skipReason: () => undefined,
});

/** Something that runs already, and goes on when the suite is done. */
export async function connectToRunning(url: string) {
  const { closeConnections, ...line } = createHttpClient(url.replace(/\/+$/, ""));
  return { ...line, close: async () => closeConnections() };
}
