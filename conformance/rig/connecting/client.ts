import { keepClient } from "../../../core/index.ts";
import type { TestPlatform } from "./platform.ts";

/** Gives the operator's OAuth client for an app. */
export const addOAuthClient = (
  { connecting: { deps: office } }: TestPlatform,
  app: string,
  client = { id: "client_1", secret: "client_secret_1" },
): Promise<void> => keepClient(office.store, office.vault, app, client);
