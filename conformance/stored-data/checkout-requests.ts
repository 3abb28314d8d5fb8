/** The checkout endpoints of the three protocols. */
export const REST = "/agent/commerce/checkouts";
export const UCP = "/agent/commerce/ucp/checkout-sessions";
export const ACP = "/agent/commerce/acp/checkout_sessions";

export const UCP_HEADERS = { "ucp-agent": 'profile="https://agent.example/profile.json"' };
export const ACP_HEADERS = { "api-version": "2026-04-17" };

/** Fills in the form of the sandbox's payment page. */
export const paymentForm = (cardNumber: string) => ({
  email: "new@shop.example",
  name: "New Buyer",
  street: "Low Street 2",
  postal_code: "12345",
  city: "Town",
  country: "DE",
  card_number: cardNumber,
  card_expiry: "12 / 34",
  card_code: "123",
});
