import { join } from "node:path";
import { expect, it } from "vitest";
import { createCatalogWriter } from "../../../adapters/catalog/catalog-writer.ts";
import { startOn } from "../../../adapters/runtime/start-on.ts";
import { storedDataApps } from "../apps.ts";
import { REST } from "../checkout-requests.ts";
import { EXPECTED, PRODUCTS_FILE, restoreData } from "../fixture.ts";
import { withCurrentNames, without } from "../response-names.ts";

/** Registers the test of the program itself, on SQLite and with the real time. */
export function testProgram(): void {
  it("starts with a DATA_DIR of 0.1.0, whatever the date", async () => {
    const { sqlite } = EXPECTED;
    const { dataDir, remove } = await restoreData("sqlite");
    const catalogFolder = join(dataDir, "compiled-apps");
    const writer = await createCatalogWriter(catalogFolder, "stored-data");
    for (const app of storedDataApps)
      await writer.addApp(
        { ...app, report: { tools: app.tools.length, schemas: 0, methods: 1, left: [], more: 0 } },
        "other",
        "test",
      );
    await writer.finish({ sources: [], left: [], reasons: {}, started: Date.now() });
    const env = {
      DATA_DIR: dataDir,
      CATALOG_DIR: catalogFolder,
      SITE_PRODUCTS: PRODUCTS_FILE,
      SITE_PORT: "0",
      PLATFORM: "on",
      PLATFORM_PORT: "0",
      LOG: "off",
      DATABASE_URL: "",
      SECRETS_KEY: "",
    };
    const program = await startOn(
      "node",
      [join(import.meta.dirname, "../../../adapters/start.ts")],
      {
        cwd: dataDir,
        env,
      },
    );
    try {
      const json = async (url: string, headers = {}): Promise<any> =>
        (await fetch(url, { headers })).json();
      const completed = sqlite.checkouts.find(({ name }: any) => name === "completed");
      const checkout = await json(`${program.url}${REST}/${completed.id}`);
      expect([checkout.id, checkout.status, checkout.totals]).toEqual([
        completed.id,
        "completed",
        completed.view.totals,
      ]);
      const directory = await json(`${program.url}/.well-known/http-message-signatures-directory`);
      // The older of the two keys is published only until a day after the rotation.
      expect(directory.keys.map(({ x }: any) => x)).toContain(sqlite.signingKeys[1].x);

      const api = /http:\/\/[\w.:]+(?=\/api\/v1\/apps)/.exec(
        await program.waitFor(/http:\/\/\S+\/api\/v1\/apps/),
      )![0];
      const headers = { authorization: `Bearer ${sqlite.keys[0].secret}` };
      const larder = await json(
        `${api}/api/v1/connections/${sqlite.connections["Larder"]}`,
        headers,
      );
      expect(without(larder, "last_used_at")).toEqual(
        without(
          withCurrentNames(sqlite.views).find(({ label }: any) => label === "Larder"),
          "last_used_at",
        ),
      );
      expect((await json(`${api}/api/v1/apps/granary`, headers)).tools_count).toBe(2);
    } finally {
      await program.stop();
      await remove();
    }
  });
}
