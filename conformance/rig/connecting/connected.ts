import type { DecryptedConnection } from "../../../core/platform/domain/connected.ts";
import type { AppRecord } from "../../../core/ports/apps.ts";
import type { TestPlatform } from "./platform.ts";

/** Connects an app whose provider lets everyone in at once; the connection's id. */
export async function connectApp(
  fixture: TestPlatform,
  app: string,
  fields: Readonly<Record<string, string>> = {},
  body: object = {},
): Promise<string> {
  const { body: created } = await fixture.api("POST", `/apps/${app}/connect`, body);
  const browser = fixture.openBrowser();
  const done = await browser.submit(await browser.open(created.url), fields);
  if (!done.text.includes("is connected")) throw new Error(done.text);
  return created.connection.id;
}

/** Opens a connection for running, as a run does. */
export async function openConnection(
  fixture: TestPlatform,
  app: string,
  id?: string,
): Promise<DecryptedConnection> {
  const { record } = (await fixture.connecting.deps.resolveApp(fixture.key.account, app)) as {
    record: AppRecord;
  };
  return fixture.connecting.service.use(fixture.key, record, id);
}
