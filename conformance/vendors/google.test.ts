import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { installOnDemand } from "../install-on-demand.ts";
import { compileApps } from "./compile-apps.ts";
import { unexpectedKinds } from "./expected.ts";
import { compareGoogleTools } from "./google/compare-tools.ts";

/** Small packages with the same code as `googleapis` has. */
const CHAT = { name: "@googleapis/chat", version: "51.0.0" };
const DRIVE = "@googleapis/drive@26.0.1";
const DOCUMENTS = ["googleapis.com/chat", "googleapis.com/drive", "jackfield:google_drive"];

const downloads = join(process.env["CATALOG_DIR"] ?? "", ".downloads");
const folder = mkdtempSync(join(tmpdir(), "jackfield-google-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasDocuments = process.env["CATALOG_DIR"] !== undefined && existsSync(downloads);
const installed = hasDocuments ? installOnDemand(CHAT.name, CHAT.version, [DRIVE]) : undefined;

describe.skipIf(installed === undefined)(
  `Google's clients${installed === undefined ? " (skipped: they can't be installed, or CATALOG_DIR has no documents)" : ""}`,
  () => {
    it("send the same requests as the tools of Chat and Drive", async () => {
      const catalog = await compileApps(folder, downloads, (document) =>
        DOCUMENTS.includes(document),
      );
      const clients = join(installed!, "../../..");
      let compared = 0;
      for await (const result of compareGoogleTools(catalog, clients, [
        "google_chat",
        "google_drive",
      ])) {
        if (result.skipped !== undefined) continue;
        compared += 1;
        expect([result.tool, unexpectedKinds(result), result.differences]).toEqual([
          result.tool,
          [],
          [],
        ]);
      }
      expect(compared).toBeGreaterThan(55);
    }, 120_000);
  },
);
