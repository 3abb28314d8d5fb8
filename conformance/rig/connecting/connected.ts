import type { Connected } from "../../../core/platform/domain/connected.ts";
import type { AppRecord } from "../../../core/ports/apps.ts";
import type { PlatformRig } from "./platform.ts";

/** Connects an app whose provider lets everyone in at once; the connection's id. */
export async function connectAt(
  rig: PlatformRig,
  app: string,
  fields: Readonly<Record<string, string>> = {},
  body: object = {},
): Promise<string> {
  const { body: made } = await rig.api("POST", `/apps/${app}/connect`, body);
  const browser = rig.browser();
  const done = await browser.submit(await browser.open(made.url), fields);
  if (!done.text.includes("is connected")) throw new Error(done.text);
  return made.connection.id;
}

/** Opens a connection for running, as a run does. */
export async function useOf(rig: PlatformRig, app: string, id?: string): Promise<Connected> {
  const { record } = (await rig.connecting.office.appOf(rig.key.account, app)) as {
    record: AppRecord;
  };
  return rig.connecting.desk.use(rig.key, record, id);
}
