import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@segment/public-api-sdk-typescript"],
  open: (load) => load("@segment/public-api-sdk-typescript").configureEuApis("token"),
  values: { host: "eu1.api.segmentapis.com" },
  lines: [
    [
      "segment.list_sources",
      { pagination_count: 10, pagination_cursor: "MA==" },
      ({ sources }) => sources.listSources({ count: 10, cursor: "MA==" }),
    ],
    [
      "segment.create_source",
      { slug: "web", enabled: true, metadataId: "m1", settings: { domain: "e.org" } },
      ({ sources }, input) => sources.createSource(input),
    ],
    [
      "segment.update_source",
      { sourceId: "s1", name: "Grüße", enabled: false },
      ({ sources }, { sourceId, ...input }) => sources.updateSource(sourceId, input),
    ],
    ["segment.delete_source", { sourceId: "s1" }, ({ sources }) => sources.deleteSource("s1")],
    [
      "segment.create_destination",
      {
        sourceId: "s1",
        metadataId: "m2",
        name: "d",
        enabled: true,
        settings: { apiKey: "k", flags: ["a"] },
      },
      ({ destinations }, input) => destinations.createDestination(input),
    ],
    [
      "segment.update_destination",
      { destinationId: "d1", enabled: false },
      ({ destinations }, { destinationId, ...input }) =>
        destinations.updateDestination(destinationId, input),
    ],
    [
      "segment.get_event_volume",
      {
        granularity: "DAY",
        startTime: "2026-11-01T00:00:00Z",
        endTime: "2026-11-02T00:00:00Z",
        groupBy: ["eventName", "source"],
      },
      ({ events }, { granularity, startTime, endTime, groupBy }) =>
        events.getEventsVolumeFromWorkspace(granularity, startTime, endTime, groupBy),
    ],
    [
      "segment.list_tracking_plan_rules",
      { trackingPlanId: "tp", pagination_count: 5 },
      ({ trackingPlans }) => trackingPlans.listRulesFromTrackingPlan("tp", { count: 5 }),
    ],
    [
      "segment.invite_users",
      { invites: [{ email: "a@e.org", permissions: [{ roleId: "r", resources: [] }] }] },
      ({ iamUsers }, input) => iamUsers.createInvites(input),
    ],
    [
      "segment.list_audit_events",
      { startTime: "2026-11-01T00:00:00Z", pagination_count: 5 },
      ({ auditTrail }, { startTime }) => auditTrail.listAuditEvents({ count: 5 }, startTime),
    ],
    ["segment.get_workspace", {}, ({ workspaces }) => workspaces.getWorkspace()],
    [
      "segment.list_functions",
      { resourceType: "SOURCE", pagination_count: 5 },
      ({ functions }) => functions.listFunctions({ count: 5 }, "SOURCE"),
    ],
  ],
} satisfies VendorClient;
