import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import { findNames, namesApp } from "./names-server.ts";

/**
 * Well-known apps that people name, and that the catalog lacks because they have no HTTP API, no
 * sign-in that Jackfield supports, or nobody has added them yet.
 */
const NAMES =
  "Adobe Illustrator, Adobe Premiere, ADP, Airbnb, Alexa, AliExpress, Any.do, Apple Notes, Apple Reminders, AutoCAD, bexio, Blackboard, Bluesky, Cash App, Concur, Craigslist, Dashlane, DATEV, Descript, DoorDash, Evernote, Expedia, Expensify, Final Cut, FreeAgent, Garmin, Goodreads, Google Photos, Grubhub, Headspace, HomeKit, iCIMS, iCloud, iMessage, Instapaper, Jobvite, Kindle, LastPass, lexoffice, Lexware, MyFitnessPal, Netflix, Obsidian, OmniFocus, OpenTable, Otter.ai, Paychex, Peloton, Philips Hue, Photoshop, Power Automate, PowerPoint, Quora, Robinhood, Roam Research, sevDesk, Siri, Skype, Squadcast, Substack, SuccessFactors, TurboTax, Venmo, Viber, Visio, WeChat, Zelle".split(
    ", ",
  );

/** Those whose names are ordinary words, so that they count only where a name would stand. */
const ORDINARY_NAMES =
  "Access, Bear, Copilot, Grain, Line, Loom, Mint, Oracle, Pocket, Publisher, Sage, SAP, Signal, Sketch, Things, Threads, Wave, Word".split(
    ", ",
  );

/** Returns the name of a well-known app that the task names and that isn't among the apps. */
export function findLackingApp(task: string, entries: readonly AppEntry[]): string | undefined {
  const name =
    NAMES.find((each) => hasName(task, each)) ??
    ORDINARY_NAMES.find((each) => namesApp(task, each));
  if (name === undefined) return undefined;
  const isKnown = entries.some((entry) =>
    [entry.name, ...(entry.aliases ?? [])].some((each) => hasName(each, name)),
  );
  return isKnown ? undefined : name;
}

const hasName = (text: string, name: string): boolean =>
  findNames(text.toLowerCase(), name.toLowerCase()).length > 0;

/** Whether a name is that of a well-known app, and so no misspelled one of another app. */
export const isWellKnownName = (name: string): boolean =>
  NAMES.includes(name) || ORDINARY_NAMES.includes(name);
