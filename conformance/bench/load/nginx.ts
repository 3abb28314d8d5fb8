import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort, findProgram } from "../../targets/http-client.ts";
import { type ServerProcess, stopProcess } from "./server-process.ts";

/** Returns whether nginx is installed (Debian: `apt-get install nginx-light`). */
export const isNginxInstalled = (): boolean => findProgram("nginx") !== undefined;

/** Starts nginx as a reverse proxy with one process, keep-alive connections and no log. */
export async function startNginx(origin: string): Promise<ServerProcess> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "jackfield-nginx-"));
  const file = join(folder, "nginx.conf");
  writeFileSync(file, nginxConfiguration(folder, port, new URL(origin).host));
  const child = spawn(
    findProgram("nginx")!,
    ["-p", folder, "-c", file, "-e", join(folder, "error.log")],
    { stdio: "ignore" },
  );
  for (let attempt = 0; attempt < 50; attempt++) {
    await pause(100);
    const isReady = await fetch(`http://127.0.0.1:${port}/1k`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady)
      return {
        pid: child.pid!,
        port,
        async stop() {
          await stopProcess(child);
          rmSync(folder, { recursive: true, force: true });
        },
      };
  }
  await stopProcess(child);
  throw new Error("nginx didn't respond within 5 s.");
}

const nginxConfiguration = (folder: string, port: number, origin: string) => `
daemon off; master_process off; pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 10000000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream origin { server ${origin}; keepalive 64; }
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection ""; } }
}
`;
