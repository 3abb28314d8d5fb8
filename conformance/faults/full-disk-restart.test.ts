import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isInstalled, startOn } from "../../adapters/runtime/start-on.ts";
import { START_FILE } from "../fixtures/program.ts";

const canMount = process.platform === "linux" && process.getuid?.() === 0;

describe.skipIf(!canMount)(
  `a restart on a full disk${canMount ? "" : " (skipped: needs root)"}`,
  () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "jackfield-full-"));
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]);
    });
    afterEach(() => {
      execFileSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true });
    });

    it.for(["node", "bun", "deno"])(
      "serves what needs no writes on %s, and the rest once there is space",
      { timeout: 90_000 },
      async (runtime, { skip }) => {
        if (!isInstalled(runtime)) skip(`${runtime} is not installed`);
        const env = {
          DATA_DIR: folder,
          CATALOG_DIR: join(folder, "no-catalog"),
          SITE_PORT: "0",
          PLATFORM: "on",
          PLATFORM_PORT: "0",
          LOG: "off",
        };
        const start = async () => {
          const program = await startOn(runtime, [START_FILE], { env });
          await program.waitFor(/To stop, press Ctrl\+C/);
          return program;
        };
        await (await start()).stop();
        const { stdout } = spawnSync("node", [START_FILE, "keys", "create", "--name", "a"], {
          env: { ...process.env, ...env },
          encoding: "utf8",
        });
        const key = /^jf_live_\w+$/m.exec(stdout)![0];
        const filling = join(folder, "filling");
        fill(folder, filling);

        const program = await start();
        const site = /Website +(http\S+)\//.exec(program.output())![1]!;
        const platform = /API +(http\S+)\/api\/v1/.exec(program.output())![1]!;
        const createCheckout = async () => {
          const response = await fetch(`${site}/agent/commerce/checkouts`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ offer: "desk-monthly-subscription" }),
          });
          return response.status;
        };
        try {
          expect(program.output()).toContain("is full. Free some space.");
          expect((await fetch(`${site}/agent/site.json`)).status).toBe(200);
          const headers = { authorization: `Bearer ${key}` };
          const connections = await fetch(`${platform}/api/v1/connections`, { headers });
          expect(connections.status).toBe(200);
          expect(await createCheckout()).toBe(503);
          rmSync(filling);
          expect(await createCheckout()).toBe(201);
        } finally {
          await program.stop();
        }
      },
    );
  },
);

/** Writes a file that takes the rest of the space. */
function fill(folder: string, file: string): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(file, Buffer.alloc(bavail * bsize));
}
