import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@datadog/datadog-api-client"],
  open: (load) => {
    const { client, v1 } = load("@datadog/datadog-api-client");
    const configuration = client.createConfiguration({
      authMethods: { apiKeyAuth: "key", appKeyAuth: "app" },
    });
    return {
      events: new v1.EventsApi(configuration),
      monitors: new v1.MonitorsApi(configuration),
      dashboards: new v1.DashboardsApi(configuration),
    };
  },
  values: { site: "datadoghq.com", api_key: "key", application_key: "app" },
  lines: [
    [
      "datadog.create_event",
      { title: "t", text: "x", tags: ["env:prod"], alert_type: "info" },
      ({ events }) =>
        events.createEvent({
          body: { title: "t", text: "x", tags: ["env:prod"], alertType: "info" },
        }),
    ],
    [
      "datadog.list_monitors",
      { name: "cpu", page: 0, page_size: 5 },
      ({ monitors }) => monitors.listMonitors({ name: "cpu", page: 0, pageSize: 5 }),
    ],
    [
      "datadog.get_monitor",
      { monitor_id: 5 },
      ({ monitors }) => monitors.getMonitor({ monitorId: 5 }),
    ],
    [
      "datadog.create_monitor",
      {
        type: "metric alert",
        query: "avg(last_5m):avg:system.cpu.user{*} > 90",
        name: "cpu",
        message: "m",
      },
      ({ monitors }, body) => monitors.createMonitor({ body }),
    ],
    [
      "datadog.get_dashboard",
      { dashboard_id: "abc-def" },
      ({ dashboards }) => dashboards.getDashboard({ dashboardId: "abc-def" }),
    ],
    ["datadog.list_dashboards", {}, ({ dashboards }) => dashboards.listDashboards({})],
    [
      "datadog.delete_monitor",
      { monitor_id: 5 },
      ({ monitors }) => monitors.deleteMonitor({ monitorId: 5 }),
    ],
  ],
} satisfies VendorClient;
