# Written by `npm run generate` from spec/. Do not edit.
"""The operations, as the clients send them."""

from ._request import Route

CREATE_CHECKOUT = Route(
    "POST", "/agent/commerce/checkouts", has_body=True, repeats=True, has_key=True
)
GET_CHECKOUT = Route("GET", "/agent/commerce/checkouts/{id}", repeats=True)
LIST_PRODUCTS = Route("GET", "/agent/commerce/products", repeats=True)
READ_PAGE = Route("GET", "/agent/read", repeats=True)
SEARCH_PAGES = Route("GET", "/agent/search", repeats=True)
SITE_INFO = Route("GET", "/agent/site.json", repeats=True)
