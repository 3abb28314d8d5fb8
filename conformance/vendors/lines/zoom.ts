import type { VendorClient } from "../client-runs/vendor-client.ts";

const OPTIONS = {
  clientId: "id",
  clientSecret: "secret",
  accountId: "account",
  disableReceiver: true,
  tokenStore: {
    getLatestToken: () => ({ accessToken: "token", expirationTimeIso: "2099-01-01T00:00:00Z" }),
    storeToken: () => {},
  },
};

export default {
  packages: ["@zoom/rivet"],
  open: (load) => ({
    meetings: new (load("@zoom/rivet/meetings").MeetingsS2SAuthClient)(OPTIONS).endpoints,
    users: new (load("@zoom/rivet/users").UsersS2SAuthClient)(OPTIONS).endpoints,
    chat: new (load("@zoom/rivet/teamchat").TeamChatS2SAuthClient)(OPTIONS).endpoints,
  }),
  lines: [
    [
      "zoom.create_meeting",
      {
        userId: "me",
        topic: "Überblick",
        type: 2,
        start_time: "2026-12-01T10:00:00Z",
        duration: 30,
        timezone: "Europe/Berlin",
        settings: { waiting_room: true, meeting_invitees: [{ email: "a@e.org" }] },
      },
      ({ meetings }, { userId, ...body }) =>
        meetings.meetings.createMeeting({ path: { userId }, body }),
    ],
    [
      "zoom.update_meeting",
      { meetingId: 85746065, occurrence_id: "1 2", topic: "n" },
      ({ meetings }, { meetingId, occurrence_id, ...body }) =>
        meetings.meetings.updateMeeting({ path: { meetingId }, query: { occurrence_id }, body }),
    ],
    [
      "zoom.list_meetings",
      { userId: "a@e.org", type: "upcoming", page_size: 30, next_page_token: "w==/+" },
      ({ meetings }, { userId, ...query }) =>
        meetings.meetings.listMeetings({ path: { userId: encodeURIComponent(userId) }, query }),
    ],
    [
      "zoom.delete_meeting",
      { meetingId: 85746065, cancel_meeting_reminder: "true" },
      ({ meetings }, { meetingId, ...query }) =>
        meetings.meetings.deleteMeeting({ path: { meetingId }, query }),
    ],
    [
      "zoom.create_meeting_registrant",
      {
        meetingId: 85746065,
        email: "a@e.org",
        first_name: "Ada",
        custom_questions: [{ title: "t", value: "v" }],
      },
      ({ meetings }, { meetingId, ...body }) =>
        meetings.meetings.addMeetingRegistrant({ path: { meetingId }, body }),
    ],
    [
      "zoom.list_recordings",
      { userId: "me", from: "2026-11-01", to: "2026-11-30" },
      ({ meetings }, { userId, ...query }) =>
        meetings.cloudRecording.listAllRecordings({ path: { userId }, query }),
    ],
    [
      "zoom.get_past_meeting",
      { meetingUUID: "4444AAAiAAAAAiAiAiiAii==" },
      ({ meetings }, { meetingUUID }) =>
        meetings.meetings.getPastMeetingDetails({ path: { meetingId: meetingUUID } }),
    ],
    [
      "zoom.send_chat_message",
      { userId: "me", message: "hi", to_contact: "a@e.org" },
      ({ chat }, { userId, ...body }) =>
        chat.chatMessages.sendChatMessage({ path: { userId }, body }),
    ],
    [
      "zoom.list_users",
      { status: "active", page_size: 5 },
      ({ users }, query) => users.users.listUsers({ query }),
    ],
    [
      "zoom.create_user",
      { action: "create", user_info: { email: "a@e.org", type: 1, first_name: "Ada" } },
      ({ users }, body) => users.users.createUsers({ body }),
    ],
    [
      "zoom.user_picture",
      { userId: "me", pic_file: { data: "aGk=", filename: "a.png", content_type: "image/png" } },
      ({ users }, { userId }) =>
        users.users.uploadUsersProfilePicture({
          path: { userId },
          body: { pic_file: Object.assign(Buffer.from("hi"), { name: "a.png" }) },
        }),
    ],
  ],
} satisfies VendorClient;
