import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  readSettings,
  type Settings,
  siteServiceSettings,
} from "../../adapters/config/settings.ts";
import { siteService } from "../../adapters/services/site.ts";
import { toFetch } from "../../core/site.ts";
import { createDirectoryOutbound, signRequest } from "./keys.ts";

// The directories of the signature cases replace the client for public addresses.
vi.mock("../../adapters/outbound/create-outbound.ts", async (importOriginal) => {
  const { createOutbound } =
    await importOriginal<typeof import("../../adapters/outbound/create-outbound.ts")>();
  return {
    createOutbound: (options: Parameters<typeof createOutbound>[0]) =>
      options ? createOutbound(options) : { ...createDirectoryOutbound(), close() {} },
  };
});

const ORIGIN = "https://agents.example";
const URL_1 = `${ORIGIN}/agent/site.json`;

const startSite = (folder: string) =>
  siteService(
    siteServiceSettings(
      readSettings({
        DATA_DIR: folder,
        SITE_CONTENT: join(import.meta.dirname, "../fixtures"),
      }) as Settings,
    )!,
    {
      log: undefined,
      tracer: undefined,
      clientKey: () => "",
      metrics: undefined,
      print() {},
      isTerminal: false,
      warn() {},
    },
    ORIGIN,
  );

test("a nonce is used up in other processes and after a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const headers = signRequest(URL_1, { extraParameters: ';nonce="bm9uY2UtMQ"' });
  const send = async ({ handler }: Awaited<ReturnType<typeof startSite>>) => {
    const response = await toFetch(handler)(new Request(URL_1, { headers }));
    return response.headers.get("signature-outcome");
  };
  const [first, second] = [await startSite(folder), await startSite(folder)];
  expect(await send(first)).toMatch(/^verified;/);
  expect(await send(second)).toMatch(/^invalid;reason=replayed;/);
  for (const service of [first, second]) await service.close();
  const restarted = await startSite(folder);
  onTestFinished(() => restarted.close());
  expect(await send(restarted)).toMatch(/^invalid;reason=replayed;/);
});
