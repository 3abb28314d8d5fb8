import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { checkSituation } from "../check-situation.ts";
import { type ClientProgram, startClientProgram } from "../client-program.ts";
import { type ScriptedServer, startScriptedServer } from "../scripted-server.ts";
import { SITUATIONS } from "../situations.ts";
import { PYTHONS } from "./interpreters.ts";

const PROGRAM = join(import.meta.dirname, "../programs/python-client.py");
const PACKAGE = resolve(import.meta.dirname, "../../../generated/clients/python");

describe.each(
  PYTHONS.flatMap((python) => [
    { ...python, mode: [], kind: "blocking" },
    { ...python, mode: ["async"], kind: "asynchronous" },
  ]),
)("the $kind Python client on $name", ({ command, mode, skipReason }) => {
  let server: ScriptedServer;
  let program: ClientProgram;
  beforeAll(async () => {
    if (skipReason) return;
    server = await startScriptedServer();
    program = startClientProgram([command, "-W", "error", PROGRAM, PACKAGE, "Jackfield", ...mode], {
      PYTHONDONTWRITEBYTECODE: "1",
    });
  });
  afterAll(async () => {
    await program?.close();
    await server?.close();
  });

  describe.each(Object.entries(SITUATIONS))("%s", (_, situations) => {
    it.for(situations)("$it", async (situation, { skip }) => {
      const reason = skipReason ?? situation.skipsPython;
      if (reason) return skip(reason);
      await checkSituation(situation, { program, server });
    });
  });
});
