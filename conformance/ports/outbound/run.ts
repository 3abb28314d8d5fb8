// Runs the suite on the current runtime. Usage: run.ts [part of a check's name]
import process from "node:process";
import { createOutbound } from "../../../adapters/outbound/create-outbound.ts";
import { printCheckResults } from "../check-results.ts";
import { createOutboundSuite } from "../outbound.ts";

await printCheckResults(createOutboundSuite(createOutbound), process.argv[2]);
