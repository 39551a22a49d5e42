"""Reference client of the Fieldline Device API, version 2.

The Device API lists the sensors of an account, reads their measurements and changes their settings. This module is
both the documentation and a client that works with nothing but the standard library.

Authentication
--------------
Every request is authenticated with a Bearer token, which is sent in the Authorization header:

    Authorization: Bearer <token>

A token is obtained with `get_auth_token` from a client id and a client secret. It is valid for one hour. Requests
without a token, or with one that has expired, are answered with status 401.

Rate limits
-----------
An account may send 600 requests a minute. Beyond that the API answers with status 429 and says in the Retry-After
header how many seconds to wait.

Errors
------
Errors are JSON objects with the keys `code` and `message`. Codes are stable, messages are for people and may change.
"""

import json
import urllib.error
import urllib.parse
import urllib.request

BASE_URL = "https://api.fieldline.example/v2"
TIMEOUT_SECONDS = 30


class ApiError(Exception):
    """An answer of the API that is not a success.

    `status` is the HTTP status, `code` the stable name of the error.
    """

    def __init__(self, status, code, message):
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code


def get_auth_token(client_id, client_secret):
    """Exchange client credentials for an access token.

    Sends `client_id` and `client_secret` to the /oauth/token endpoint and returns the access token as a string. Pass it
    on to the other functions, which send it as `Authorization: Bearer <token>`. The token is valid for one hour; call
    this function again to get a new one.

    Raises ApiError with the code `invalid_client` when the credentials are wrong.
    """
    body = urllib.parse.urlencode(
        {
            "grant_type": "client_credentials",
            "client_id": client_id,
            "client_secret": client_secret,
        }
    ).encode("ascii")
    request = urllib.request.Request(f"{BASE_URL}/oauth/token", data=body, method="POST")
    return _send(request)["access_token"]


def auth_headers(token):
    """Return the headers that authenticate a request with a Bearer token."""
    return {"Authorization": f"Bearer {token}", "Accept": "application/json"}


def list_devices(token, page=1, page_size=50):
    """Return one page of the account's devices, oldest first.

    `page` counts from 1, `page_size` is at most 200. Each device has `id`, `name`, `model` and `last_seen`.
    """
    query = urllib.parse.urlencode({"page": page, "page_size": page_size})
    return _get(f"/devices?{query}", token)["devices"]


def get_device(token, device_id):
    """Return a single device. Raises ApiError with the code `not_found` when there is none with this id."""
    return _get(f"/devices/{urllib.parse.quote(device_id)}", token)


def read_measurements(token, device_id, since, until):
    """Return the measurements of a device between two times.

    `since` and `until` are ISO 8601 times with a zone. At most 10,000 measurements are returned; ask for a shorter
    period when exactly that many come back.
    """
    query = urllib.parse.urlencode({"since": since, "until": until})
    return _get(f"/devices/{urllib.parse.quote(device_id)}/measurements?{query}", token)["measurements"]


def rename_device(token, device_id, name):
    """Give a device another name of 1 to 80 characters and return the changed device."""
    request = urllib.request.Request(
        f"{BASE_URL}/devices/{urllib.parse.quote(device_id)}",
        data=json.dumps({"name": name}).encode("utf-8"),
        headers={**auth_headers(token), "Content-Type": "application/json"},
        method="PATCH",
    )
    return _send(request)


def _get(path, token):
    return _send(urllib.request.Request(f"{BASE_URL}{path}", headers=auth_headers(token)))


def _send(request):
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        raise ApiError(error.code, problem["code"], problem["message"]) from error
