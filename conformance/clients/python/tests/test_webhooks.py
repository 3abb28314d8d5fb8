"""Signatures of webhooks (Standard Webhooks)."""

from __future__ import annotations

import base64
import datetime
import unittest

from jackfield import JackfieldError
from jackfield.webhooks import verify

#: The test vector of Standard Webhooks.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = '{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
HEADERS = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": SIGNATURE,
}
NOW = 1_614_265_330
OTHER_SECRET = "whsec_" + base64.b64encode(b"another secret of 24 byt").decode()


def change_each_character(text: str) -> list[str]:
    return [
        text[:index] + ("B" if character == "A" else "A") + text[index + 1 :]
        for index, character in enumerate(text)
    ]


class Verify(unittest.TestCase):
    def refuse(self, code: str, body: object = BODY, headers: object = HEADERS,
               secret: object = SECRET, now: float = NOW) -> str:
        with self.assertRaises(JackfieldError) as raised:
            verify(body, headers, secret, now=now)
        self.assertEqual(raised.exception.code, code, (body, headers))
        return raised.exception.message

    def test_the_vector_of_standard_webhooks(self) -> None:
        for body in [BODY, BODY.encode(), bytearray(BODY.encode())]:
            webhook = verify(body, HEADERS, SECRET, now=NOW)
            self.assertEqual(webhook.id, "msg_p5jXN8AQM9LWM0D4loKWxJek")
            self.assertEqual(
                webhook.timestamp, datetime.datetime(2021, 2, 25, 15, 2, 10, tzinfo=datetime.timezone.utc)
            )
            self.assertEqual(webhook.payload, {"test": 2432232314})

    def test_names_of_headers_in_capital_letters(self) -> None:
        headers = {name.upper(): value for name, value in HEADERS.items()}
        self.assertEqual(verify(BODY, headers, SECRET, now=NOW).payload, {"test": 2432232314})

    def test_several_signatures_and_several_secrets(self) -> None:
        several = {**HEADERS, "webhook-signature": f"v1a,AAAA v1,AAAA {SIGNATURE}"}
        for secrets in [[SECRET, OTHER_SECRET], [OTHER_SECRET, SECRET]]:
            self.assertTrue(verify(BODY, several, secrets, now=NOW))
        self.refuse("invalid_signature", secret=OTHER_SECRET)

    def test_a_wrong_character_at_each_place(self) -> None:
        for body in change_each_character(BODY):
            self.refuse("invalid_signature", body)
        for name, value in HEADERS.items():
            for changed in change_each_character(value):
                timestamp = name == "webhook-timestamp"
                code = "invalid_timestamp" if timestamp else "invalid_signature"
                self.refuse(code, headers={**HEADERS, name: changed})

    def test_other_forms_of_the_signature(self) -> None:
        for signature in ["v2," + SIGNATURE[3:], SIGNATURE[3:], "v1,", SIGNATURE[:-4],
                          SIGNATURE + "A", SIGNATURE.replace("OE=", "OF="), "v1,é"]:
            self.refuse("invalid_signature", headers={**HEADERS, "webhook-signature": signature})

    def test_the_tolerance(self) -> None:
        for seconds in [-300, 300]:
            self.assertTrue(verify(BODY, HEADERS, SECRET, now=NOW + seconds))
        for seconds in [-301, 301]:
            self.refuse("invalid_timestamp", now=NOW + seconds)
        self.refuse("invalid_timestamp", now=float("nan"))
        self.assertTrue(verify(BODY, HEADERS, SECRET, now=NOW + 301, tolerance_seconds=400))
        with self.assertRaises(JackfieldError):
            verify(BODY, HEADERS, SECRET)

    def test_missing_headers(self) -> None:
        for name in HEADERS:
            rest = {other: value for other, value in HEADERS.items() if other != name}
            self.assertIn(name, self.refuse("missing_header", headers=rest))

    def test_invalid_input_names_the_remedy_and_no_secret(self) -> None:
        for secret in ["whsec_", "", "whsec_secret of mine", []]:
            message = self.refuse("invalid_input", secret=secret)
            self.assertNotIn("of mine", message)
        self.refuse("invalid_input", body={"parsed": True})
