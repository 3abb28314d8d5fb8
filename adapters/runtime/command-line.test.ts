import { expect, test } from "vitest";
import { createCommandLine } from "./command-line.ts";

const COMMANDS = ["", "--help", "doctor", "keys create --name laptop"];

test("commandLine() names npm scripts in the repository", () => {
  const commandLine = createCommandLine({ isPackage: false, usesNpx: false });
  expect(COMMANDS.map(commandLine)).toEqual([
    "npm start",
    "npm start -- --help",
    "npm run doctor",
    "npm run keys -- create --name laptop",
  ]);
});

test("commandLine() names the command of the npm package", () => {
  const commandLine = createCommandLine({ isPackage: true, usesNpx: false });
  expect(COMMANDS.map(commandLine)).toEqual([
    "jackfield",
    "jackfield --help",
    "jackfield doctor",
    "jackfield keys create --name laptop",
  ]);
  expect(createCommandLine({ isPackage: true, usesNpx: true })("doctor")).toBe(
    "npx jackfield doctor",
  );
});
