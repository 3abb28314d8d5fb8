// Runs before each test file. Properties try the same random inputs each time, so that a change fails
// only because of itself. The tier `all` tries other ones, and names the seed of a failure.
import fc from "fast-check";
import { runsTier } from "../tiers.ts";

/** Any number. */
const SEED = 20_260_101;

if (!runsTier("all")) fc.configureGlobal({ seed: SEED });
