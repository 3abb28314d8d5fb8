import { expect, it, onTestFinished } from "vitest";
import { createApp, createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import type { RunOutcome, RunRequest } from "../../core/platform/runs/run-service.ts";
import {
  API_KEY,
  createRunFixture,
  createSingleToolView,
  readTool,
  type UpstreamHandler,
} from "../fixtures/platform/tool-runner.ts";

/** Above this size, a response is read in one of eight slots. */
const LARGE = 1_200_000;

/** Answers /fast at once, and never finishes another answer. */
const handler: UpstreamHandler = ({ url }, response) => {
  response.writeHead(200, { "content-type": "text/plain", "content-length": LARGE });
  if (url === "/fast") response.end("x".repeat(LARGE));
  else response.write("x".repeat(1_000));
};

async function createFixture() {
  const { runs, origin, requests } = await createRunFixture(handler);
  let finished = 0;
  const run = async (account: string, path: string, request: Partial<RunRequest> = {}) => {
    const tool = createTool({ path }, { annotations: readTool.annotations });
    const outcome = await runs.run(
      { ...API_KEY, account },
      createSingleToolView(createApp(origin), tool),
      { tool: tool.name, input: {}, timeoutMs: 60_000, maxBytes: 10, ...request },
    );
    finished++;
    return outcome;
  };
  /** Starts runs whose responses never end, and waits until the app has received them. */
  const fill = async (account: string, count: number) => {
    const expected = requests.length + count;
    const running: Promise<RunOutcome>[] = [];
    for (let index = 0; index < count; index++) running.push(run(account, "/slow"));
    onTestFinished(() => void Promise.allSettled(running));
    await expect.poll(() => requests.length).toBe(expected);
  };
  return { run, fill, finished: () => finished };
}

it("counts waiting for a slot toward the timeout of a run", async () => {
  const { run, fill, finished } = await createFixture();
  await fill("acc_1", 6);
  await fill("acc_2", 2);
  expect((await run("acc_3", "/fast", { timeoutMs: 200 })).run).toMatchObject({
    status: "failed",
    failure: { code: "upstream_timeout" },
  });
  expect(finished()).toBe(1);
});

it("keeps slots for other accounts while one account reads large responses", async () => {
  const { run, fill, finished } = await createFixture();
  await fill("acc_1", 12);
  expect((await run("acc_2", "/fast")).run.status).toBe("succeeded");
  expect(finished()).toBe(1);
});

it("starts the timeout before it waits for a new access token", async () => {
  const waits: (number | undefined)[] = [];
  const { run } = await createRunFixture(handler, {
    connections: {
      use: async (_key, _app, _requested, { timeoutMs } = {}) => {
        waits.push(timeoutMs);
        throw new Error("stop");
      },
    },
  });
  const tool = createTool({ path: "/fast" }, { auth: ["token"] });
  await expect(run(tool, { timeoutMs: 2_000 })).rejects.toThrow();
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeLessThanOrEqual(2_000);
});
