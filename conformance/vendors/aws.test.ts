import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import clients from "../../adapters/catalog/aws/clients.json" with { type: "json" };
import { installOnDemand } from "../install-on-demand.ts";
import { compareAwsTools } from "./aws/compare-tools.ts";
import { compileApps } from "./compile-apps.ts";
import { unexpectedKinds } from "./expected.ts";

const SERVICES = { dynamodb: "aws_dynamodb", sqs: "aws_sqs", iam: "aws_iam" };
const documents = Object.keys(SERVICES).map((service) => `amazonaws.com/${service}`);
const downloads = join(process.env["CATALOG_DIR"] ?? "", ".downloads");
const folder = mkdtempSync(join(tmpdir(), "jackfield-aws-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The folder of the clients in the versions whose facts the catalog has. */
function installClients(): string | undefined {
  const packages = documents.map(
    (document) => clients.services[document as keyof typeof clients.services].client,
  );
  const [first = "", ...others] = packages;
  const at = first.lastIndexOf("@");
  const installed = installOnDemand(first.slice(0, at), first.slice(at + 1), others);
  return installed && join(installed, "../../..");
}

const hasDocuments = process.env["CATALOG_DIR"] !== undefined && existsSync(downloads);
const client = hasDocuments ? installClients() : undefined;

describe.skipIf(client === undefined)(
  `Amazon's clients${client === undefined ? " (skipped: they can't be installed, or CATALOG_DIR has no documents)" : ""}`,
  () => {
    it("send the same requests as the tools of DynamoDB, SQS and IAM", async () => {
      const catalog = await compileApps(folder, downloads, (document) =>
        documents.includes(document),
      );
      let compared = 0;
      for await (const result of compareAwsTools(catalog, client!, Object.values(SERVICES))) {
        if (result.skipped !== undefined) continue;
        compared += 1;
        expect([result.tool, unexpectedKinds(result), result.differences]).toEqual([
          result.tool,
          [],
          [],
        ]);
      }
      expect(compared).toBeGreaterThan(220);
    }, 60_000);
  },
);
