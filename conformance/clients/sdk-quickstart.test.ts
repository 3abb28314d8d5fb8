import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RuntimeProcess, startOn } from "../../adapters/runtime/start-on.ts";
import { findFreePort, runToEnd, START_FILE } from "../fixtures/program.ts";
import { findMissingPart } from "../programs/documented-commands.ts";
import { type DocExamples, writeDocExamples } from "./examples/doc-examples.ts";
import { PYTHONS } from "./python/interpreters.ts";

const run = promisify(execFile);
const TSC = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
const PYTHONPATH = join(import.meta.dirname, "../../generated/clients/python");
const CATALOG = process.env["CATALOG_DIR"];
const SECRET = `whsec_${btoa("a secret of 24 bytes ...")}`;

const LANGUAGES = [
  { language: "JavaScript", extension: "ts", command: process.execPath, skipReason: undefined },
  ...PYTHONS.map(({ name, command, skipReason }) => ({
    language: `Python (${name})`,
    extension: "py",
    command,
    skipReason,
  })),
];

describe.skipIf(!CATALOG)(`the SDK quickstart${CATALOG ? "" : " (CATALOG_DIR is not set)"}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-sdk-quickstart-"));
  let examples: DocExamples;
  let program: RuntimeProcess;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    examples = writeDocExamples(["quickstart-sdks.md"]);
    const [site, platform] = [await findFreePort(), await findFreePort()];
    const settings = {
      DATA_DIR: folder,
      CATALOG_DIR: CATALOG!,
      SITE_PORT: String(site),
      PLATFORM: "on",
      PLATFORM_PORT: String(platform),
      OUTBOUND_ALLOW: `http://127.0.0.1:${site}`,
      LOG: "off",
    };
    program = await startOn("node", [START_FILE], { env: settings });
    await program.waitFor(/To stop, press/);
    const openapi = `http://127.0.0.1:${site}/openapi.json`;
    expect(runToEnd("node", ["apps", "add", openapi, "--as", "shop"], settings).status).toBe(0);
    const permissions = ["--permissions", "read,connect,run"];
    const key = runToEnd("node", ["keys", "create", "--name", "sdk", ...permissions], settings);
    environment = {
      ...process.env,
      PYTHONPATH,
      JACKFIELD_API_KEY: key.out.trim(),
      JACKFIELD_BASE_URL: `http://127.0.0.1:${platform}`,
      WEBHOOK_SECRET: SECRET,
    };
  });
  afterAll(async () => {
    await program?.stop();
    examples?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it("has each example in both languages", () => {
    const namesOf = (extension: string) =>
      examples.names.filter((name) => name.endsWith(extension)).map((name) => name.split(".")[0]);
    expect(namesOf("ts")).toEqual(["run", "lists", "errors", "retry", "receive"]);
    expect(namesOf("py")).toEqual(namesOf("ts"));
  });

  it("has no type errors", async () => {
    const { stdout } = await run(process.execPath, [TSC, "-p", examples.folder]).catch(
      (error) => error,
    );
    expect(stdout).toBe("");
  });

  describe.each(LANGUAGES)("in $language", ({ extension, command, skipReason }) => {
    it.for(["run", "lists", "errors", "retry"])(
      "prints what it shows: %s",
      async (name, { skip }) => {
        if (skipReason) skip(skipReason);
        const file = `${name}.${extension}`;
        const { stdout } = await run(command, [join(examples.folder, file)], { env: environment });
        expect(findMissingPart(examples.outputOf(file)!, stdout), stdout).toBeUndefined();
      },
    );

    it("accepts webhooks with a valid signature only", async ({ skip }) => {
      if (skipReason) skip(skipReason);
      const port = await findFreePort();
      const file = join(examples.folder, `receive.${extension}`);
      writeFileSync(file, readFileSync(file, "utf8").replace("3000", String(port)));
      const receiver = execFile(command, [file], { env: environment });
      const send = (body: string, signed = body) => sendWebhook(port, body, signed);
      try {
        await expect.poll(() => send("{}", "[]"), { timeout: 10_000 }).toBe(400);
        expect(await send('{"type":"a"}')).toBe(204);
      } finally {
        receiver.kill("SIGKILL");
      }
    });
  });
});

/** Sends a webhook with the signature of a body. Returns the status. */
async function sendWebhook(port: number, body: string, signed: string): Promise<number> {
  const now = new Date();
  const { status } = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    body,
    headers: {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": new Webhook(SECRET).sign("msg_1", now, signed),
    },
  });
  return status;
}
