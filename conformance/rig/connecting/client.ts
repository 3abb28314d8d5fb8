import { keepClient } from "../../../core/index.ts";
import type { PlatformRig } from "./platform.ts";

/** Gives the operator's OAuth client for an app. */
export const giveClient = (
  { connecting: { office } }: PlatformRig,
  app: string,
  client = { id: "client_1", secret: "client_secret_1" },
): Promise<void> => keepClient(office.connections, office.safe, app, client);
