import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { specs } from "../services/service.ts";
import { siteCore } from "../targets/core.ts";
import { prismMock, prismProxy, startPrismMock, startPrismProxy } from "../targets/prism.ts";
import type { Target, TargetKind } from "../targets/target.ts";
import { formatFailures, formatTitle, planTestRuns } from "../test-run.ts";
import { createSession } from "../test-session.ts";
import { applyMutation, type Mutation, withJson } from "./mutation.ts";

/** Defects that the two uses of Prism must detect. `run` returns the reported failures. */
export const prismMutations: readonly { description: string; run(): Promise<string> }[] = [
  {
    description: "a response that contradicts the OpenAPI document, detected by the Prism proxy",
    run: () =>
      serveMutated(
        {
          apply: (response, { path }) =>
            path.startsWith("/agent/search")
              ? withJson(response, (body) => (body.total = "many"))
              : undefined,
        },
        async (url) => {
          const target = await startPrismProxy(url, specs.site);
          return collectFailures(
            prismProxy,
            target,
            "searchPages › returns an empty list for a query of only punctuation",
          );
        },
      ),
  },
  {
    description: "an example that contradicts its schema, detected by the Prism mock",
    async run() {
      const folder = mkdtempSync(join(tmpdir(), "jackfield-mutation-"));
      const file = join(folder, "openapi.json");
      writeFileSync(
        file,
        readFileSync(specs.site.document, "utf8").replaceAll(
          '"matched": [',
          '"matched": "delivery", "was": [',
        ),
      );
      try {
        return await collectFailures(
          prismMock,
          await startPrismMock(file),
          "searchPages › returns an empty list for a query of only punctuation",
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
];

async function collectFailures(kind: TargetKind, target: Target, title: string): Promise<string> {
  const subject = createSession(kind, target);
  const outcome = await subject.run(
    planTestRuns(kind).find((testRun) => formatTitle(testRun) === title)!,
  );
  await subject.close();
  return outcome.result === "failed" ? formatFailures(outcome.failures) : outcome.result;
}

/** Serves the core with a defect over HTTP while `use` runs. */
async function serveMutated<Result>(
  mutation: Pick<Mutation, "apply">,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const unmodified = await siteCore.start();
  const target = applyMutation(unmodified, mutation);
  const server = createServer(async ({ method, url }, outgoing) => {
    const { status, headers, bytes } = await target.send({
      method: method!,
      path: url!,
      headers: {},
    });
    outgoing.writeHead(status, headers).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
    await unmodified.close();
  }
}
