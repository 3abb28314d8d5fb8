import { keyStoreSuite } from "./key-store.ts";
import { defineStoreTests } from "./store-tests.ts";

defineStoreTests("KeyStore", "key-store/run.ts", keyStoreSuite);
