import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { COMMERCE_SETTINGS } from "../../adapters/config/commerce.ts";
import { PLATFORM_SETTINGS } from "../../adapters/config/platform.ts";
import { SHARED_SETTINGS } from "../../adapters/config/shared.ts";
import { SITE_SETTINGS } from "../../adapters/config/site.ts";
import { DOCS_FOLDER } from "../../adapters/content/demo.ts";
import { findProgram } from "../targets/http-client.ts";
import { parseContainerfile, parseEnv } from "./containerfile.ts";

const FOLDER = join(import.meta.dirname, "../../adapters/deploy");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
const base = mkdtempSync(join(tmpdir(), "jackfield-examples-"));
afterAll(() => rmSync(base, { recursive: true }));

const SETTINGS = {
  ...SITE_SETTINGS,
  ...COMMERCE_SETTINGS,
  ...PLATFORM_SETTINGS,
  ...SHARED_SETTINGS,
  NODE_ENV: {},
};

/** The output of a program that must succeed. */
function run(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  expect([status, status === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
  return stdout + stderr;
}

describe("compose.yaml", () => {
  const { services, networks, volumes } = parse(read("compose.yaml"));

  it("runs Jackfield without privileges, and PostgreSQL without a way out", () => {
    expect(services.jackfield).toMatchObject({
      user: "4100:4100",
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(services.jackfield.ports).toBeUndefined();
    expect([services.postgres.networks, networks.database.internal]).toEqual([["database"], true]);
    expect(services.jackfield.environment.TRUSTED_PROXIES).toBe(
      networks.proxy.ipam.config[0].subnet,
    );
    expect(Object.keys(volumes)).toEqual(["data", "postgres", "certificates"]);
  });

  it("sets settings that exist, and the documentation explains its variables", () => {
    expect(
      Object.keys(services.jackfield.environment).filter((name) => !(name in SETTINGS)),
    ).toEqual([]);
    const variables = new Set(
      [...read("compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name!),
    );
    const guide = readFileSync(join(DOCS_FOLDER, "deploying.md"), "utf8");
    for (const name of variables) expect(guide).toContain(`${name}=`);
  });
});

it("the Containerfile and the unit set settings that exist", () => {
  const fromImage = parseContainerfile(read("Containerfile"))
    .filter(({ name }) => name === "ENV")
    .flatMap(({ text }) => Object.keys(parseEnv(text)));
  const fromUnit = [...read("jackfield.service").matchAll(/^Environment=(.+)$/gm)].flatMap(
    ([, text]) => Object.keys(parseEnv(text!)),
  );
  expect([...fromImage, ...fromUnit].filter((name) => !(name in SETTINGS))).toEqual([]);
});

it("the unit and the Compose file limit memory and threads", () => {
  const unit = read("jackfield.service");
  for (const limit of ["MemoryHigh", "MemoryMax", "TasksMax"])
    expect(unit).toMatch(new RegExp(`^${limit}=\\d+[MG]?$`, "m"));
  expect(read("compose.yaml")).toMatch(/mem_limit: 2g\n +pids_limit: 256/);
});

it("the README names every file", () => {
  for (const name of [
    "Containerfile",
    "compose.yaml",
    "jackfield.service",
    "nginx.conf",
    "Caddyfile",
  ])
    expect(read("README.md")).toContain(`](${name})`);
});

const systemd = findProgram("systemd-analyze");
it.skipIf(!systemd)(
  `the systemd unit is valid and hardened${systemd ? "" : " (systemd-analyze is not installed)"}`,
  () => {
    const unit = join(base, "jackfield.service");
    // The program must exist on this machine.
    writeFileSync(unit, read("jackfield.service").replace("/usr/local/bin/jackfield", "/bin/true"));
    expect(run(systemd!, ["verify", "--man=no", unit])).toBe("");
    // Exposure from 0 to 100.
    run(systemd!, ["security", "--offline=true", "--threshold=20", unit]);
  },
);

const caddy = findProgram("caddy");
it.skipIf(!caddy)(`the Caddyfile is valid${caddy ? "" : " (Caddy is not installed)"}`, () => {
  const file = join(FOLDER, "Caddyfile");
  const env = {
    SITE_DOMAIN: "shop.example",
    PLATFORM_DOMAIN: "platform.example",
    // Where Caddy would store certificates.
    XDG_DATA_HOME: base,
    XDG_CONFIG_HOME: base,
  };
  run(caddy!, ["validate", "--adapter", "caddyfile", "--config", file], env);
  const adapted = run(caddy!, ["adapt", "--adapter", "caddyfile", "--config", file], env);
  for (const text of ["127.0.0.1:4100", "127.0.0.1:4200", "shop.example", "platform.example"])
    expect(adapted).toContain(`"${text}"`);
});

const nginx = findProgram("nginx") ?? ["/usr/sbin/nginx"].find((file) => existsSync(file));
const openssl = findProgram("openssl");
it.skipIf(!nginx || !openssl)(
  `the nginx configuration is valid${nginx && openssl ? "" : " (nginx or OpenSSL is not installed)"}`,
  () => {
    const [certificate, key] = [join(base, "certificate.pem"), join(base, "key.pem")];
    execFileSync(
      openssl!,
      [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
        ...["-nodes", "-subj", "/CN=shop.example", "-out", certificate, "-keyout", key],
      ],
      { stdio: "ignore" },
    );
    const included = read("nginx.conf")
      .replaceAll(/\/etc\/letsencrypt\/.+fullchain\.pem/g, certificate)
      .replaceAll(/\/etc\/letsencrypt\/.+privkey\.pem/g, key);
    writeFileSync(
      join(base, "nginx.conf"),
      `pid ${base}/nginx.pid; error_log stderr; events {} http { access_log off; ${included} }`,
    );
    run(nginx!, ["-t", "-p", base, "-c", join(base, "nginx.conf")]);
  },
);
