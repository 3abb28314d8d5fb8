# Written by `npm run generate` from spec/. Do not edit.
"""The operations, as the clients send them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._runtime.request import Route

if TYPE_CHECKING:
    from .site_types import Checkout, Page, Products, SearchResults, SiteInfo

CREATE_CHECKOUT: Route[Checkout] = Route(
    "POST", "/agent/commerce/checkouts", has_body=True, repeats=True, has_key=True
)
GET_CHECKOUT: Route[Checkout] = Route("GET", "/agent/commerce/checkouts/{id}", repeats=True)
LIST_PRODUCTS: Route[Products] = Route("GET", "/agent/commerce/products", repeats=True)
READ_PAGE: Route[Page] = Route("GET", "/agent/read", repeats=True)
SEARCH_PAGES: Route[SearchResults] = Route("GET", "/agent/search", repeats=True)
SITE_INFO: Route[SiteInfo] = Route("GET", "/agent/site.json", repeats=True)
