import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startServer } from "./server.ts";

/** Where the files of one run of the tests ask for the PostgreSQL that they share. */
const SHARED_SERVER_VARIABLE = "JACKFIELD_TESTS_ASK_FOR_POSTGRES";

/** What vitest does before and after all files: nothing is started unless a file asks for it. */
export default async function setUp(): Promise<() => Promise<void>> {
  let starting: ReturnType<typeof startServer> | undefined;
  const desk = createServer((_, response) => {
    (starting ??= startServer()).then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await once(desk.listen(0, "127.0.0.1"), "listening");
  process.env[SHARED_SERVER_VARIABLE] = `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`;
  return async () => {
    desk.close();
    await starting?.then(
      ({ stop }) => stop(),
      () => {},
    );
  };
}

/** The address of the PostgreSQL that this run of the tests shares; nothing outside of one. */
export async function readSharedUrl(): Promise<string | undefined> {
  const desk = process.env[SHARED_SERVER_VARIABLE];
  if (!desk) return undefined;
  const response = await fetch(desk);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
