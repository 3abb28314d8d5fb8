import process from "node:process";
import { runtimeName } from "../runtime/runtimes.ts";
import { type Finding, ok, problem } from "./report.ts";

/** The oldest supported major version of Node. */
const MIN_NODE_VERSION = 24;

/** Checks that Jackfield supports the runtime. */
export function checkRuntime(name = runtimeName, version = process.versions.node): Finding[] {
  if (!name.startsWith("Node") || Number.parseInt(version, 10) >= MIN_NODE_VERSION)
    return [ok(`${name} is supported.`)];
  return [
    problem(
      `${name} is too old for Jackfield.`,
      `Install Node ${MIN_NODE_VERSION} or later. In the repository, npm start installs it.`,
    ),
  ];
}
