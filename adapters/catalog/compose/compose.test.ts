import { describe, expect, it } from "vitest";
import { withFile } from "../../../core/lib/openapi-tools/body/index.ts";
import { loadComposer } from "../composers.ts";
import { catchInputError, compose, composeJson } from "./testing.ts";

const toText = (body: unknown) => Buffer.from(body as Uint8Array).toString();

// The expected bodies follow the reference of each API.
describe("a composed body", () => {
  it("of Gmail is an email in base64url, in its thread", async () => {
    const args = { to: ["ada@acme.io"], subject: "Re: Lunch", text: "Yes.", thread_id: "18c1" };
    const message = (await composeJson("gmail_message", args)) as { raw: string };
    expect(message).toEqual({ raw: expect.stringMatching(/^[\w-]+$/) as string, threadId: "18c1" });
    expect(Buffer.from(message.raw, "base64url").toString()).toMatch(/^To: ada@acme\.io\r\n/);
    expect(await composeJson("gmail_draft", args)).toEqual({ message });
  });

  it("of Google Calendar has times with the time zone, and guests", async () =>
    expect(
      await composeJson("google_calendar_event", {
        title: "Planning",
        start: "2026-11-23T15:00",
        end: "2026-11-23T15:30:00",
        time_zone: "Europe/Berlin",
        attendees: ["ada@acme.io"],
        recurrence: "FREQ=WEEKLY;COUNT=5",
      }),
    ).toEqual({
      summary: "Planning",
      start: { dateTime: "2026-11-23T15:00:00", timeZone: "Europe/Berlin" },
      end: { dateTime: "2026-11-23T15:30:00", timeZone: "Europe/Berlin" },
      attendees: [{ email: "ada@acme.io" }],
      recurrence: ["RRULE:FREQ=WEEKLY;COUNT=5"],
    }));

  it("of Google Calendar has dates for whole days, and a video call", async () =>
    expect(
      await composeJson("google_calendar_event", {
        title: "Offsite",
        start: "2026-11-23",
        end: "2026-11-24",
        video_call: true,
      }),
    ).toMatchObject({
      start: { date: "2026-11-23" },
      end: { date: "2026-11-24" },
      conferenceData: {
        createRequest: { conferenceSolutionKey: { type: "hangoutsMeet" } },
      },
    }));

  it.each([
    ["/args/start", { start: "tomorrow", end: "2026-11-23" }],
    ["/args/time_zone", { start: "2026-11-23T15:00", end: "2026-11-23T16:00" }],
  ])("of Google Calendar is rejected at %s: %j", async (pointer, args) =>
    expect(
      await catchInputError(compose("google_calendar_event", { title: "Call", ...args })),
    ).toMatchObject({ pointer }),
  );

  it("of Outlook has recipients as objects, and attachments", async () => {
    const args = {
      to: ["frannis@contoso.com"],
      cc: ["Dana Swope <danas@contoso.com>"],
      subject: "Meet for lunch?",
      text: "The new cafeteria is open.",
      attachments: [{ filename: "menu.txt", content_type: "text/plain", data: "SGVsbG8=" }],
    };
    const message = {
      subject: "Meet for lunch?",
      body: { contentType: "Text", content: "The new cafeteria is open." },
      toRecipients: [{ emailAddress: { address: "frannis@contoso.com" } }],
      ccRecipients: [{ emailAddress: { address: "danas@contoso.com", name: "Dana Swope" } }],
      attachments: [
        {
          "@odata.type": "#microsoft.graph.fileAttachment",
          name: "menu.txt",
          contentType: "text/plain",
          contentBytes: "SGVsbG8=",
        },
      ],
    };
    expect(await composeJson("outlook_message", { ...args, save_to_sent_items: false })).toEqual({
      message,
      saveToSentItems: false,
    });
    expect(await composeJson("outlook_draft", args)).toEqual(message);
  });

  it.each([
    ["/args/to", { to: ["nobody"], text: "a" }],
    ["/args/text", { to: ["ada@acme.io"], text: "a", html: "a" }],
    ["/args/text", { to: ["ada@acme.io"] }],
    ["/args/attachments", { text: "a", attachments: [{ filename: "a", data: "%" }] }],
  ])("of Outlook is rejected at %s: %j", async (pointer, args) =>
    expect(
      await catchInputError(compose("outlook_message", { subject: "Hi", ...args })),
    ).toMatchObject({ pointer }),
  );

  it("of an Outlook event has times in a time zone, guests and a Teams call", async () =>
    expect(
      await composeJson("outlook_event", {
        title: "Let's go for lunch",
        description: "Does noon work for you?",
        start: "2017-04-15T12:00",
        end: "2017-04-15T14:00:00",
        time_zone: "Pacific Standard Time",
        location: "Harry's Bar",
        attendees: ["Samantha Booth <samanthab@contoso.com>"],
        video_call: true,
      }),
    ).toEqual({
      subject: "Let's go for lunch",
      body: { contentType: "Text", content: "Does noon work for you?" },
      start: { dateTime: "2017-04-15T12:00:00", timeZone: "Pacific Standard Time" },
      end: { dateTime: "2017-04-15T14:00:00", timeZone: "Pacific Standard Time" },
      location: { displayName: "Harry's Bar" },
      attendees: [
        {
          emailAddress: { address: "samanthab@contoso.com", name: "Samantha Booth" },
          type: "required",
        },
      ],
      isOnlineMeeting: true,
      onlineMeetingProvider: "teamsForBusiness",
    }));

  it.each([
    [
      "a time with an offset in UTC",
      { start: "2026-11-23T15:00:00+01:00", end: "2026-11-23T15:30Z" },
      {
        start: { dateTime: "2026-11-23T14:00:00", timeZone: "UTC" },
        end: { dateTime: "2026-11-23T15:30:00", timeZone: "UTC" },
      },
    ],
    [
      "whole days at midnight",
      { start: "2026-11-23", end: "2026-11-24", time_zone: "Europe/Berlin" },
      {
        isAllDay: true,
        start: { dateTime: "2026-11-23T00:00:00", timeZone: "Europe/Berlin" },
        end: { dateTime: "2026-11-24T00:00:00", timeZone: "Europe/Berlin" },
      },
    ],
  ])("of an Outlook event has %s", async (_, args, expected) =>
    expect(await composeJson("outlook_event", { title: "Call", ...args })).toEqual({
      subject: "Call",
      ...expected,
    }),
  );

  it.each([
    ["/args/start", { start: "tomorrow", end: "2026-11-23" }],
    ["/args/end", { start: "2026-11-23T15:00Z", end: "2026-11-23T25:00Z" }],
    ["/args/time_zone", { start: "2026-11-23T15:00", end: "2026-11-23T16:00" }],
    ["/args/attendees", { start: "2026-11-23", end: "2026-11-24", attendees: ["Ada"] }],
  ])("of an Outlook event is rejected at %s: %j", async (pointer, args) =>
    expect(
      await catchInputError(compose("outlook_event", { title: "Call", ...args })),
    ).toMatchObject({ pointer }),
  );

  it("of Google Sheets is a range of rows", async () =>
    expect(await composeJson("google_sheets_rows", { rows: [["Ada", 12.5]] })).toEqual({
      majorDimension: "ROWS",
      values: [["Ada", 12.5]],
    }));

  it("of a change of a Jira issue has only what changes", async () =>
    expect(await composeJson("jira_issue", { priority: "High" })).toEqual({
      fields: { priority: { name: "High" } },
    }));

  it("of a comment in Jira is a document, also for agents only", async () => {
    const text = "Thanks.";
    const content = [{ type: "paragraph", content: [{ type: "text", text }] }];
    const body = { type: "doc", version: 1, content };
    expect(await composeJson("jira_comment", { text })).toEqual({ body });
    expect(await composeJson("jira_comment", { text, internal: true })).toEqual({
      body,
      properties: [{ key: "sd.public.comment", value: { internal: true } }],
    });
  });

  it("of work in Jira has the time in Jira's format", async () =>
    expect(
      await composeJson("jira_worklog", {
        time_spent: "1h 30m",
        started: "2026-11-23T10:00:00+01:00",
      }),
    ).toEqual({ timeSpent: "1h 30m", started: "2026-11-23T09:00:00.000+0000" }));

  it("of work in Jira can't start in a leap second", async () =>
    expect(
      await catchInputError(
        compose("jira_worklog", { time_spent: "1h", started: "2016-12-31T23:59:60Z" }),
      ),
    ).toEqual({ pointer: "/args/started", rule: "time" }));

  it("of Amazon S3 is a file with its media type", async () => {
    const upload = async (args: Record<string, unknown>) => {
      const { body, headers } = await compose("s3_object", args);
      return [headers["content-type"], toText(body)];
    };
    expect(await upload({ text: "Hi" })).toEqual(["text/plain; charset=utf-8", "Hi"]);
    expect(await upload({ data: "SGk=" })).toEqual(["application/octet-stream", "Hi"]);
    expect(await upload({ data: "SGk=", content_type: "text/csv" })).toEqual(["text/csv", "Hi"]);
    expect(
      await catchInputError(compose("s3_object", { text: "Hi", content_type: "csv" })),
    ).toEqual({ pointer: "/args/content_type", rule: "media_type" });
  });

  it("of Jira has names and keys as objects, and the description as a document", async () =>
    expect(
      await composeJson("jira_issue", {
        project: "ENG",
        issue_type: "Bug",
        summary: "Crash",
        description: "It crashes.\nAlways.\n\nSince Monday.",
        parent: "ENG-1",
        fields: { customfield_10010: 3, summary: "ignored" },
      }),
    ).toEqual({
      fields: {
        project: { key: "ENG" },
        issuetype: { name: "Bug" },
        summary: "Crash",
        parent: { key: "ENG-1" },
        customfield_10010: 3,
        description: {
          type: "doc",
          version: 1,
          content: [
            {
              type: "paragraph",
              content: [
                { type: "text", text: "It crashes." },
                { type: "hardBreak" },
                { type: "text", text: "Always." },
              ],
            },
            { type: "paragraph", content: [{ type: "text", text: "Since Monday." }] },
          ],
        },
      },
    }));

  it("of Google Drive has the metadata and the content as related parts", async () => {
    const { headers, body } = await compose("google_drive_upload", {
      name: "list.csv",
      text: "a,b",
      content_type: "text/csv",
      folder_id: "f1",
      convert_to: "spreadsheet",
    });
    const boundary = /^multipart\/related; boundary=(\S+)$/.exec(headers["content-type"]!)![1]!;
    expect(toText(body).split("\r\n")).toEqual([
      `--${boundary}`,
      "content-type: application/json; charset=UTF-8",
      "",
      '{"name":"list.csv","mimeType":"application/vnd.google-apps.spreadsheet","parents":["f1"]}',
      `--${boundary}`,
      "content-type: text/csv",
      "",
      "a,b",
      `--${boundary}--`,
      "",
    ]);
  });

  it("of Dropbox is the content, with the arguments in a header", async () => {
    const { headers, body } = await compose("dropbox_upload", {
      path: "/Grüße.txt",
      data: "aGk=",
      mode: "overwrite",
    });
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "dropbox-api-arg": '{"path":"/Gr\\u00fc\\u00dfe.txt","mode":"overwrite","autorename":false}',
    });
    expect(toText(body)).toBe("hi");
  });

  it.each([
    ["/args/text", {}],
    ["/args/text", { text: "hi", data: "aGk=" }],
    ["/args/data", { data: "%" }],
  ])("of an upload is rejected at %s: %j", async (pointer, args) =>
    expect(await catchInputError(compose("dropbox_upload", { path: "/a", ...args }))).toMatchObject(
      { pointer },
    ),
  );

  it("of an upload has the bytes and the type of a downloaded file", async () => {
    const bytes = new TextEncoder().encode("a,b");
    const args = withFile(
      { name: "list.csv", url: "https://files.example/list.csv" },
      { bytes, type: "Text/CSV; charset=utf-8" },
    );
    expect(args).toEqual({ name: "list.csv", content_type: "text/csv", data: bytes });
    const { body } = await compose("google_drive_upload", args);
    expect(toText(body)).toMatch(/\r\ncontent-type: text\/csv\r\n\r\na,b\r\n--/);
  });

  it.each([
    [{ content_type: "text/plain" }, "text/csv", "text/plain"],
    [{}, "text/csv\r\nx: y", undefined],
    [{}, null, undefined],
  ])("with the arguments %j and the header %j has the type %s", (args, type, expected) =>
    expect(withFile({ ...args }, { bytes: new Uint8Array(), type })["content_type"]).toBe(expected),
  );

  it("needs a composer that the app has", async () => {
    expect(await loadComposer("gmail", "toString")).toBeUndefined();
    expect(await loadComposer("toString", "gmail_message")).toBeUndefined();
    expect(await loadComposer("gmail", "gmail_message")).toBeDefined();
  });
});
