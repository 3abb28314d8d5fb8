import type Stripe from "stripe";

/** The countries that Stripe accepts as shipping addresses. */
const COUNTRIES =
  "AC AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CD CF CG CH CI CK CL CM " +
  "CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN " +
  "HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM " +
  "MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC " +
  "SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF " +
  "WS XK YE YT ZA ZM ZW";

export type Country = Stripe.Checkout.SessionCreateParams.ShippingAddressCollection.AllowedCountry;

/** A named type, so that exported declarations don't reference the Stripe package. */
export interface CountryList extends ReadonlyArray<Country> {}

const COUNTRY_SET: ReadonlySet<string> = new Set(COUNTRIES.split(" "));

/** Returns whether Stripe accepts shipping addresses in a country. */
export const isCountry = (code: string): code is Country => COUNTRY_SET.has(code);

/** The default shipping countries: the European Union, AU, CA, CH, GB, NO, NZ and US. */
export const DEFAULT_COUNTRIES: readonly Country[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK AU CA CH GB NO NZ US"
    .split(" ")
    .filter(isCountry);
