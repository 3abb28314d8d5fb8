import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, it } from "vitest";
import { RUNTIMES as COMMANDS } from "../../../adapters/runtime/runtimes.ts";
import { RUNTIMES } from "../../ports/runtimes.ts";
import { checkSituation } from "../check-situation.ts";
import { type ClientProgram, startClientProgram } from "../client-program.ts";
import { type ScriptedServer, startScriptedServer } from "../scripted-server.ts";
import { SITUATIONS } from "../situations.ts";

const PROGRAM = join(import.meta.dirname, "../programs/js-client.mjs");
const MODULE = pathToFileURL(
  resolve(import.meta.dirname, "../../../generated/clients/js/src/platform.ts"),
).href;

describe.each(RUNTIMES)("the JavaScript client on $name", ({ name, skipReason }) => {
  let server: ScriptedServer;
  let program: ClientProgram;
  beforeAll(async () => {
    if (skipReason) return;
    server = await startScriptedServer();
    program = startClientProgram([...COMMANDS[name]!.command, PROGRAM, MODULE, "Jackfield"]);
  });
  afterAll(async () => {
    await program?.close();
    await server?.close();
  });

  describe.each(Object.entries(SITUATIONS))("%s", (_, situations) => {
    it.for(situations)("$it", async (situation, { skip }) => {
      if (skipReason) return skip(skipReason);
      await checkSituation(situation, { program, server });
    });
  });
});
