import type { ConnectionStoreFixture } from "../connection-store.ts";
import { createCheck } from "../port-check.ts";

export const check = createCheck<ConnectionStoreFixture>;
