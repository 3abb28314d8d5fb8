import { testPayments } from "./payments.ts";
import { sandboxRig } from "./payments/sandbox-rig.ts";

testPayments("the sandbox", () => sandboxRig());
