import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRemoteCaller } from "../callers/remote-client.ts";
import {
  type ClientMutation,
  jsClientMutations,
  pythonClientMutations,
} from "../mutations/clients.ts";
import { platformCore } from "../targets/core.ts";
import { findProgram } from "../targets/http-client.ts";
import { formatFailures, formatTitle, planTestRuns, type TestRun } from "../test-run.ts";
import { openSession, type TestSession } from "../test-session.ts";
import { checkSituation } from "./check-situation.ts";
import { type ClientProgram, startClientProgram } from "./client-program.ts";
import { PYTHONS } from "./python/interpreters.ts";
import { type ScriptedServer, startScriptedServer } from "./scripted-server.ts";
import { SITUATIONS } from "./situations.ts";

const CLIENTS = join(import.meta.dirname, "../../generated/clients");
const PROGRAMS = join(import.meta.dirname, "programs");

const python = PYTHONS[0]!;

const LANGUAGES = [
  {
    language: "JavaScript",
    sources: join(CLIENTS, "js/src"),
    mutations: jsClientMutations,
    skipReason: undefined,
    start: (folder: string) =>
      startClientProgram([
        findProgram("node")!,
        join(PROGRAMS, "js-client.mjs"),
        pathToFileURL(join(folder, "platform.ts")).href,
        "Jackfield",
      ]),
  },
  {
    language: "Python",
    sources: join(CLIENTS, "python/jackfield"),
    mutations: pythonClientMutations,
    skipReason: python.skipReason,
    start: (folder: string) =>
      startClientProgram([
        python.command,
        join(PROGRAMS, "python-client.py"),
        join(folder, ".."),
        "Jackfield",
      ]),
  },
];

/** Returns what a situation or a case finds wrong with a client, if anything. */
type Check = (mutation: ClientMutation, start: () => ClientProgram) => Promise<string | undefined>;

describe.each(LANGUAGES)(
  "a defect in the $language client",
  ({ sources, mutations, skipReason, start }) => {
    let server: ScriptedServer;
    let session: TestSession;
    const folders: string[] = [];
    beforeAll(async () => {
      server = await startScriptedServer();
      session = await openSession(platformCore);
    });
    afterAll(async () => {
      await session?.close();
      await server?.close();
      for (const folder of folders) rmSync(folder, { recursive: true });
    });

    const copySources = (change: (text: string) => string, file: string): string => {
      const folder = mkdtempSync(join(tmpdir(), "jackfield-client-"));
      folders.push(folder);
      const copy = join(folder, "jackfield");
      cpSync(sources, copy, { recursive: true });
      writeFileSync(join(copy, file), change(readFileSync(join(copy, file), "utf8")));
      return copy;
    };

    const checkBySituation: Check = async ({ situation: title }, startProgram) => {
      const situation = Object.values(SITUATIONS)
        .flat()
        .find((each) => each.it === title)!;
      const program = startProgram();
      try {
        await checkSituation(situation, { program, server });
        return undefined;
      } catch (error) {
        return (error as Error).message;
      } finally {
        await program.close();
      }
    };

    const checkByCase: Check = async ({ case: title }, startProgram) => {
      const testRun = planTestRuns(platformCore).find(
        (each) => each.caller === "http" && formatTitle(each) === title,
      )!;
      const caller = createRemoteCaller({
        name: `mutated client ${Math.random()}`,
        supports: () => true,
        skipReason: () => undefined,
        start: startProgram,
      });
      const definition = { ...testRun.definition, caller } as TestRun["definition"];
      const outcome = await session.run({ ...testRun, definition });
      if (outcome.result === "skipped") throw new Error(outcome.reason);
      return outcome.result === "failed" ? formatFailures(outcome.failures) : undefined;
    };

    test.for(mutations)("is detected: $description", async (mutation, { skip }) => {
      if (skipReason) return skip(skipReason);
      const check = mutation.situation === undefined ? checkByCase : checkBySituation;
      const unchanged = copySources((text) => text, mutation.file);
      expect(await check(mutation, () => start(unchanged))).toBeUndefined();
      const mutated = copySources((text) => {
        expect(text.split(mutation.code)).toHaveLength(2);
        return text.replace(mutation.code, () => mutation.defect);
      }, mutation.file);
      expect(await check(mutation, () => start(mutated))).toMatch(mutation.message);
    });
  },
);
