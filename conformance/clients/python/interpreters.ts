import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { runsTier } from "../../tiers.ts";

/** A Python interpreter that the client must run on. */
export interface Python {
  readonly name: string;
  readonly command: string;
  readonly skipReason: string | undefined;
}

const MIN_VERSION = [3, 10] as const;

/** The interpreter of this machine, and in the tier `all` those of pyenv. */
export const PYTHONS: readonly Python[] = [
  describePython("python3", "python3"),
  ...(runsTier("all") ? ["3.10", "3.11", "3.12", "3.13", "3.14"].map(findVersion) : []),
];

function findVersion(version: string): Python {
  const name = `python${version}`;
  const onPath = readVersion(name);
  if (onPath) return describePython(name, name);
  const versions = join(homedir(), ".pyenv/versions");
  const listed = spawnSync("ls", [versions], { encoding: "utf8" }).stdout ?? "";
  const folder = listed.split("\n").find((each) => each.startsWith(`${version}.`));
  const command = join(versions, folder ?? "none", "bin/python");
  return existsSync(command)
    ? describePython(name, command)
    : { name, command, skipReason: `${name} isn't installed` };
}

function describePython(name: string, command: string): Python {
  const version = readVersion(command);
  if (!version) return { name, command, skipReason: `${name} isn't installed` };
  const [major = 0, minor = 0] = version;
  const isOld = major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]);
  const skipReason = isOld ? `${name} is older than Python ${MIN_VERSION.join(".")}` : undefined;
  return { name, command, skipReason };
}

function readVersion(command: string): number[] | undefined {
  const { stdout, status } = spawnSync(command, ["--version"], { encoding: "utf8" });
  const match = /^Python (\d+)\.(\d+)/.exec(stdout ?? "");
  return status === 0 && match ? [Number(match[1]), Number(match[2])] : undefined;
}
