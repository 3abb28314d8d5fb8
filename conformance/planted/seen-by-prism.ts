import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cellsOf, titleOf } from "../cell.ts";
import { explained } from "../complaint.ts";
import { subjectOf } from "../run.ts";
import { specs } from "../services/spec.ts";
import { core } from "../targets/core.ts";
import { mock, mockOf, proxied, proxyBefore } from "../targets/prism.ts";
import type { Target, TargetKind } from "../targets/target.ts";
import { type Defect, defective, edited } from "./defect.ts";

/** Defects that the two uses of Prism must notice: what was complained of, or nothing. */
export const seenByPrism: readonly { defect: string; run(): Promise<string> }[] = [
  {
    defect: "a service that departs from the document, as the proxy says",
    run: () =>
      overHttp(
        {
          plant: (answer, { path }) =>
            path.startsWith("/agent/search")
              ? edited(answer, (body) => (body.total = "many"))
              : undefined,
        },
        async (url) => {
          const target = await proxyBefore(url, specs.site);
          return complaintsOf(proxied, target, "searchPages › finds nothing for punctuation alone");
        },
      ),
  },
  {
    defect: "a document whose example is not what its schema says, as the mock says",
    async run() {
      const folder = mkdtempSync(join(tmpdir(), "jackfield-planted-"));
      const file = join(folder, "openapi.json");
      writeFileSync(
        file,
        readFileSync(specs.site.document, "utf8").replaceAll(
          '"matched": [',
          '"matched": "loudness", "was": [',
        ),
      );
      try {
        return await complaintsOf(
          mock,
          await mockOf(file),
          "searchPages › finds nothing for punctuation alone",
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
];

async function complaintsOf(kind: TargetKind, target: Target, title: string): Promise<string> {
  const subject = subjectOf(kind, target);
  const outcome = await subject.run(cellsOf(kind).find((cell) => titleOf(cell) === title)!);
  await subject.close();
  return outcome.result === "failed" ? explained(outcome.complaints) : outcome.result;
}

/** The core with a defect, served over the wire while `use` runs. */
async function overHttp<Result>(
  defect: Pick<Defect, "plant">,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const sound = await core.start();
  const target = defective(sound, defect);
  const server = createServer(async ({ method, url }, outgoing) => {
    const { status, headers, bytes } = await target.ask({
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
    await sound.close();
  }
}
