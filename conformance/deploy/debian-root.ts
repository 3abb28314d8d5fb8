import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { findProgram } from "../targets/http-client.ts";

const execute = promisify(execFile);

/** The packages of Debian that the image `node:24-bookworm-slim` has and the Containerfile needs. */
const PACKAGES = [
  ...["base-files", "base-passwd", "coreutils", "dash", "libc-bin", "libpam-modules"],
  ...["libstdc++6", "login", "passwd"],
];

/** Returns why this machine can't make a Debian root. */
export function rootSkipReason(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "only root can make a Debian root";
  if (!findProgram("mmdebstrap")) return "mmdebstrap is not installed";
  if (spawnSync("unshare", ["--mount", "true"]).status !== 0)
    return "this process can't create a mount namespace";
  if (findNpmFolder() === undefined) return "npm isn't in a folder of its own";
  return undefined;
}

/**
 * Makes a Debian root with Node and npm, in place of the image that the Containerfile starts from.
 * The packages are unpacked and not configured, which takes seconds. Rejects if that is impossible,
 * such as without a network.
 */
export async function createDebianRoot(root: string): Promise<void> {
  await execute(
    "mmdebstrap",
    [
      ...["--quiet", "--variant=extract", `--include=${PACKAGES.join(",")}`],
      "--dpkgopt=path-exclude=/usr/share/doc/*",
      "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr",
      ...["bookworm", root, "deb http://deb.debian.org/debian bookworm main"],
    ],
    { timeout: 120_000 },
  );
  for (const name of ["passwd", "group"])
    cpSync(join(root, `usr/share/base-passwd/${name}.master`), join(root, "etc", name));
  cpSync(realpathSync(process.execPath), join(root, "usr/local/bin/node"));
  cpSync(findNpmFolder()!, join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
  // Builders of images mount these files while RUN lines execute.
  for (const file of ["/etc/resolv.conf", "/etc/hosts", process.env["NODE_EXTRA_CA_CERTS"]]) {
    if (file === undefined || !existsSync(file)) continue;
    mkdirSync(join(root, dirname(file)), { recursive: true });
    cpSync(realpathSync(file), join(root, file), { force: true });
  }
}

function findNpmFolder(): string | undefined {
  const program = findProgram("npm");
  const folder = program && join(dirname(realpathSync(program)), "..");
  return folder && existsSync(join(folder, "bin/npm-cli.js")) ? folder : undefined;
}

export interface RootCommandOptions {
  readonly user?: string | undefined;
  readonly folder?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** Makes everything but this path and `/tmp` read-only. */
  readonly writable?: string;
}

/**
 * Returns the command line that runs a program in a root, in mounts of its own, with `/proc` and
 * without the environment of this process.
 */
export function rootCommand(
  root: string,
  command: readonly string[],
  { user = "0:0", folder = "/", env = {}, writable }: RootCommandOptions = {},
): [string, string[]] {
  const mounts = [
    `mount --rbind /proc "$ROOT/proc"`,
    ...(writable === undefined
      ? []
      : [
          `mount --bind "$ROOT${writable}" "$ROOT${writable}"`,
          `mount -t tmpfs tmpfs "$ROOT/tmp"`,
          `mount -o remount,ro,bind "$ROOT"`,
        ]),
  ];
  const variables = Object.entries({
    PATH: "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    ...env,
  }).map(([name, value]) => `${name}=${value}`);
  const script = [
    "set -e",
    `ROOT="$1"; shift`,
    `mount --bind "$ROOT" "$ROOT"`,
    ...mounts,
    `exec chroot --userspec="${user}" "$ROOT" env -i "$@"`,
  ].join("\n");
  // The shell in the root changes the folder, because chroot starts in `/`.
  const inFolder = ["/bin/sh", "-c", `cd "$0" && exec "$@"`, folder, ...command];
  return ["unshare", ["--mount", "sh", "-c", script, "sh", root, ...variables, ...inFolder]];
}
