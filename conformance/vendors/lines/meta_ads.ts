import { META } from "../client-runs/meta-client.ts";
import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  ...META,
  lines: [
    [
      "meta_ads.create_campaign",
      {
        ad_account_id: "1",
        name: "Frühling",
        objective: "OUTCOME_TRAFFIC",
        status: "PAUSED",
        special_ad_categories: [],
      },
      ({ AdAccount }, { ad_account_id, ...fields }) =>
        new AdAccount(`act_${ad_account_id}`).createCampaign([], fields),
    ],
    [
      "meta_ads.create_ad_set",
      {
        ad_account_id: "1",
        name: "n",
        campaign_id: "2",
        billing_event: "IMPRESSIONS",
        optimization_goal: "REACH",
        daily_budget: 1000,
        status: "PAUSED",
        targeting: { geo_locations: { countries: ["DE"] } },
      },
      ({ AdAccount }, { ad_account_id, ...fields }) =>
        new AdAccount(`act_${ad_account_id}`).createAdSet([], fields),
    ],
    [
      "meta_ads.create_creative",
      {
        ad_account_id: "1",
        name: "n",
        page_id: "5",
        link: "https://e.org/",
        message: "m",
        headline: "h",
      },
      ({ AdAccount }) =>
        new AdAccount("act_1").createAdCreative([], {
          name: "n",
          object_story_spec: {
            page_id: "5",
            link_data: { link: "https://e.org/", message: "m", name: "h" },
          },
        }),
    ],
    [
      "meta_ads.create_ad",
      {
        ad_account_id: "1",
        name: "n",
        adset_id: "3",
        creative: { creative_id: "4" },
        status: "PAUSED",
      },
      ({ AdAccount }, { ad_account_id, ...fields }) =>
        new AdAccount(`act_${ad_account_id}`).createAd([], fields),
    ],
    [
      "meta_ads.get_account_insights",
      {
        ad_account_id: "1",
        fields: "impressions,spend",
        level: "campaign",
        time_range: '{"since":"2026-11-01","until":"2026-11-30"}',
        breakdowns: "age,gender",
        limit: 5,
      },
      ({ AdAccount }, { fields, level, limit, time_range, breakdowns }) =>
        new AdAccount("act_1").getInsights(fields.split(","), {
          level,
          limit,
          time_range: JSON.parse(time_range),
          breakdowns: breakdowns.split(","),
        }),
    ],
    [
      "meta_ads.list_campaigns",
      {
        ad_account_id: "1",
        fields: "id,name",
        effective_status: '["ACTIVE","PAUSED"]',
        after: "QVFI==",
      },
      ({ AdAccount }, { fields, effective_status, after }) =>
        new AdAccount("act_1").getCampaigns(fields.split(","), {
          effective_status: JSON.parse(effective_status),
          after,
        }),
    ],
    [
      "meta_ads.update_object",
      { object_id: "2", status: "PAUSED", name: "n" },
      ({ Campaign }, { status, name }) => new Campaign("2").update([], { status, name }),
    ],
    ["meta_ads.delete_object", { object_id: "2" }, ({ Campaign }) => new Campaign("2").delete([])],
    [
      "meta_ads.list_ad_accounts",
      { fields: "id,name", limit: 5 },
      ({ User }, { fields, limit }) => new User("me").getAdAccounts(fields.split(","), { limit }),
    ],
  ],
} satisfies VendorClient;
