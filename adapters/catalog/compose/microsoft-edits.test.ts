import { describe, expect, it } from "vitest";
import { catchInputError, compose, composeJson } from "./testing.ts";

// The expected bodies follow the references of Microsoft Graph and Azure DevOps.
describe("a composed body of Outlook", () => {
  it("has only the fields of an event that change", async () =>
    expect(
      await composeJson("outlook_event_change", {
        start: "2026-11-23T15:00",
        time_zone: "Europe/Berlin",
        attendees: ["Ada <ada@contoso.com>"],
      }),
    ).toEqual({
      start: { dateTime: "2026-11-23T15:00:00", timeZone: "Europe/Berlin" },
      attendees: [{ emailAddress: { address: "ada@contoso.com", name: "Ada" }, type: "required" }],
    }));

  it("asks for times to meet", async () =>
    expect(
      await composeJson("outlook_meeting_times", {
        attendees: ["ada@contoso.com"],
        duration_minutes: 30,
        start: "2026-11-23T09:00:00+01:00",
        end: "2026-11-23T17:00:00+01:00",
      }),
    ).toMatchObject({
      attendees: [{ emailAddress: { address: "ada@contoso.com" }, type: "required" }],
      meetingDuration: "PT30M",
      timeConstraint: {
        timeSlots: [
          {
            start: { dateTime: "2026-11-23T08:00:00", timeZone: "UTC" },
            end: { dateTime: "2026-11-23T16:00:00", timeZone: "UTC" },
          },
        ],
      },
    }));

  it("asks when people are busy", async () =>
    expect(
      await composeJson("outlook_schedule", {
        people: ["ada@contoso.com"],
        start: "2026-11-23T09:00",
        end: "2026-11-23T18:00",
        time_zone: "Europe/Berlin",
      }),
    ).toEqual({
      schedules: ["ada@contoso.com"],
      startTime: { dateTime: "2026-11-23T09:00:00", timeZone: "Europe/Berlin" },
      endTime: { dateTime: "2026-11-23T18:00:00", timeZone: "Europe/Berlin" },
    }));

  it("forwards an email, and attaches a file", async () => {
    expect(
      await composeJson("outlook_forward", { to: ["ada@contoso.com"], comment: "FYI" }),
    ).toEqual({ comment: "FYI", toRecipients: [{ emailAddress: { address: "ada@contoso.com" } }] });
    expect(
      await composeJson("outlook_attachment", { filename: "a.txt", data: "SGVsbG8=" }),
    ).toMatchObject({
      "@odata.type": "#microsoft.graph.fileAttachment",
      name: "a.txt",
      contentBytes: "SGVsbG8=",
    });
  });
});

describe("a composed body of Microsoft Teams", () => {
  const member = (user: string, roles: string[]) => ({
    "@odata.type": "#microsoft.graph.aadUserConversationMember",
    roles,
    "user@odata.bind": `https://graph.microsoft.com/v1.0/users('${user}')`,
  });

  it("names a member by email address", async () => {
    expect(await composeJson("teams_member", { user: "ada@contoso.com", role: "owner" })).toEqual(
      member("ada@contoso.com", ["owner"]),
    );
    expect(await composeJson("teams_member", { user: "o'neil@contoso.com" })).toEqual(
      member("o''neil@contoso.com", []),
    );
  });

  it("starts a chat of two, or of a group", async () => {
    const people = ["me@contoso.com", "ada@contoso.com"];
    expect(await composeJson("teams_chat", { people })).toEqual({
      chatType: "oneOnOne",
      members: people.map((user) => member(user, ["owner"])),
    });
    expect(await composeJson("teams_chat", { people, topic: "Launch" })).toMatchObject({
      chatType: "group",
      topic: "Launch",
    });
  });
});

it("a task of Planner is assigned to people by their IDs", async () =>
  expect(
    await composeJson("planner_task", { plan_id: "p1", title: "Call Ada", assignees: ["u1"] }),
  ).toEqual({
    planId: "p1",
    title: "Call Ada",
    assignments: {
      u1: { "@odata.type": "#microsoft.graph.plannerAssignment", orderHint: " !" },
    },
  }));

it("a work item of Azure DevOps is a JSON Patch of its fields", async () => {
  const { headers, body } = await compose("azure_devops_work_item", {
    title: "Crash",
    tags: ["web", "urgent"],
    fields: { "Custom.Team/Squad": "Core" },
  });
  expect(headers["content-type"]).toBe("application/json-patch+json");
  expect(JSON.parse(String(body))).toEqual([
    { op: "add", path: "/fields/Custom.Team~1Squad", value: "Core" },
    { op: "add", path: "/fields/System.Title", value: "Crash" },
    { op: "add", path: "/fields/System.Tags", value: "web; urgent" },
  ]);
});

it.each([
  ["outlook_forward", "/args/to", { to: ["ada"] }],
  ["outlook_attachment", "/args/attachments", { filename: "a" }],
  ["outlook_event_change", "/args/start", { start: "tomorrow" }],
])("%s is rejected at %s: %j", async (name, pointer, args) =>
  expect(await catchInputError(compose(name, args))).toMatchObject({ pointer }),
);
