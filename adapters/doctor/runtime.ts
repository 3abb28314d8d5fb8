import process from "node:process";
import { runtimeName } from "../runtime/serve.ts";
import { type Finding, ok, problem } from "./report.ts";

/** The least version of Node that is tried. */
const MIN_NODE_VERSION = 24;

/** Whether the runtime is one that Jackfield is tried on. */
export function checkRuntime(name = runtimeName(), version = process.versions.node): Finding[] {
  if (!name.startsWith("Node") || Number.parseInt(version) >= MIN_NODE_VERSION)
    return [ok(`${name} runs Jackfield.`)];
  return [
    problem(
      `${name} is older than Jackfield is tried on.`,
      `Install Node ${MIN_NODE_VERSION} or later; from the repository, npm start brings its own.`,
    ),
  ];
}
