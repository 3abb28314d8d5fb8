import { runStoreSuite } from "./run-store.ts";
import { defineStoreTests } from "./store-tests.ts";

defineStoreTests("RunStore", "run-store/run.ts", runStoreSuite);
