import { expect, test } from "vitest";
import { type CommandTable, parseArguments, runCommand } from "./command.ts";

const OPTIONS = { name: { type: "string" }, all: { type: "boolean" } } as const;

test.for([
  [["--nmae", "laptop"], 'Unknown option "--nmae". Did you mean --name?'],
  [["--what. is this", "laptop"], 'Unknown option "--what. is this".'],
  [["-x"], 'Unknown option "-x".'],
  [["--name"], "--name needs a value, such as --name=value."],
  [["--name", "--all"], "--name needs a value, such as --name=value."],
  [["--all=yes"], "--all takes no value."],
  [["laptop"], 'Unexpected "laptop".'],
] as const)("parseArguments() explains what is wrong with %j", ([args, message]) => {
  expect(() => parseArguments(args, OPTIONS)).toThrow(message);
});

test("parseArguments() returns options and one positional argument", () => {
  expect(parseArguments(["--name=-x", "github", "--all"], OPTIONS, "app ID")).toMatchObject({
    values: { name: "-x", all: true },
    argument: "github",
  });
});

const TABLE: CommandTable<undefined> = {
  name: "notes",
  help: [
    { usage: "add text", description: "Add a note." },
    { usage: "--all", description: "Everywhere." },
  ],
  commands: { add: async (args) => void parseArguments(args, OPTIONS) },
};

async function run(...args: string[]) {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const code = await runCommand(TABLE, args, undefined, { print, info: print });
  return { code, output: lines.join("\n") };
}

test("runCommand() refers to the help text below an error, without repeating it", async () => {
  expect(await run("add", "--nothing")).toEqual({
    code: 1,
    output: 'Unknown option "--nothing".\nList the commands and options: npm run notes -- --help',
  });
  expect((await run("ad")).output).toContain('Unknown command "ad". Did you mean add?');
});

test("runCommand() prints the help text with options below their command", async () => {
  expect(await run("--help")).toEqual({
    code: 0,
    output: "npm run notes -- add text   Add a note.\n      --all                 Everywhere.",
  });
});
