"""Reference client of the Fieldline Device API, version 2.

The Device API lists the sensors of an account, reads their measurements and changes their settings. This module is
both the documentation and a client that works with nothing but the standard library. It needs Python 3.9 or newer.

Overview
--------
The API has five areas: devices, measurements, alarms, webhooks and exports. Each of them has a section below, with
one function for every endpoint. Functions return what the API sends as dictionaries and lists; nothing is renamed.
Times are ISO 8601 with a zone, amounts of energy are kilowatt hours, temperatures are degrees Celsius.

Authentication
--------------
Every request is authenticated with a Bearer token, which is sent in the Authorization header:

    Authorization: Bearer <token>

A token is obtained with `get_auth_token` from a client id and a client secret. It is valid for one hour. Requests
without a token, or with one that has expired, are answered with status 401.

Other ways of proving who one is occur around the API and should not be confused with it:

- Version 1, which was switched off on March 31, 2024, expected a key in the X-Api-Key header.
- Deliveries of webhooks carry a signature by HMAC-SHA256 in the X-Fieldline-Signature header, see `verify_signature`.
- Hubs talk to the gateway over MQTT and identify themselves with a client certificate, which is renewed every 90 days.
- The web console sets a session cookie that lasts for twelve hours.
- Installers pair a new hub with a claim code of eight characters printed on its back.
- The metrics endpoint for on-premises installations uses HTTP Basic and listens on the internal network alone.

Scopes
------
A token has the scopes that were chosen when its client was created:

    devices:read        list and read devices
    devices:write       rename, move and configure devices
    measurements:read   read measurements and statistics
    alarms:read         list rules and alarms
    alarms:write        create rules, acknowledge alarms
    webhooks:write      register and delete webhooks
    exports:write       start exports and fetch their files

A call whose scope is missing is answered with status 403 and the code `missing_scope`.

Rate limits
-----------
An account may send 600 requests a minute. Beyond that the API answers with status 429 and says in the Retry-After
header how many seconds to wait. Three kinds of calls have limits of their own:

    token requests      20 a minute for each client
    statistics          120 a minute
    exports             10 a day

Trial accounts are held to 60 requests a minute. The headers X-RateLimit-Limit and X-RateLimit-Remaining tell where
one stands.

Pages
-----
Lists come in pages. `page` counts from 1. Unless a function says otherwise, a page has 50 entries and at most 200.
The answer holds `total`, so that the number of pages can be calculated. Entries created while one pages through a list
appear at its end.

Errors
------
Errors are JSON objects with the keys `code` and `message`. Codes are stable, messages are for people and may change.

    400  invalid_request       a parameter is missing or has the wrong form
    401  invalid_token         no token, or one that has expired
    401  invalid_client        client id or secret are wrong
    403  missing_scope         the token may not do this
    404  not_found             nothing with this id in the account
    409  conflict              the object was changed in the meantime
    413  period_too_long       more than 366 days were asked for
    422  rule_not_possible     the device has no such quantity
    429  too_many_requests     see Rate limits
    500  internal_error        our fault; a report is written by itself
    503  maintenance           announced a week before, at most 30 minutes

Requests that read may be repeated after 500 and 503. For requests that write, pass an idempotency key: the API keeps
it for 24 hours and answers a repeated request with the result of the first.

Regions
-------
Data is kept in the region that was chosen for the account. Each region has its own host:

    us   https://api.fieldline.example
    eu   https://api.eu.fieldline.example
    jp   https://api.jp.fieldline.example

An account cannot be moved. Sending a request to the wrong host results in status 404 with the code `wrong_region`.

Changes
-------
    2.0   January 2023     first release of version 2
    2.1   June 2023        alarms, with rules of up to three conditions
    2.2   November 2023    webhooks, first signed with SHA-1
    2.3   May 2024         signatures by HMAC-SHA256; SHA-1 removed
    2.4   December 2024    exports; page size raised from 100 to 200
    2.5   April 2025       statistics by hour and by day
    2.6   August 2025      idempotency keys; settings of devices
"""

import hashlib
import hmac
import json
import time
import urllib.error
import urllib.parse
import urllib.request

BASE_URL = "https://api.fieldline.example/v2"
TIMEOUT_SECONDS = 30
EXPORT_TIMEOUT_SECONDS = 600
SIGNATURE_TOLERANCE_SECONDS = 300
MAX_ATTEMPTS = 4


class ApiError(Exception):
    """An answer of the API that is not a success.

    `status` is the HTTP status, `code` the stable name of the error. `retry_after` holds the seconds of the Retry-After
    header for status 429, and None otherwise.
    """

    def __init__(self, status, code, message, retry_after=None):
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.retry_after = retry_after


# ---------------------------------------------------------------------------
# Tokens
# ---------------------------------------------------------------------------


def get_auth_token(client_id, client_secret):
    """Exchange client credentials for an access token.

    Sends `client_id` and `client_secret` to the /oauth/token endpoint and returns the access token as a string. Pass it
    on to the other functions, which send it as `Authorization: Bearer <token>`. The token is valid for one hour; call
    this function again to get a new one.

    Raises ApiError with the code `invalid_client` when the credentials are wrong.
    """
    return _token_request(
        {
            "grant_type": "client_credentials",
            "client_id": client_id,
            "client_secret": client_secret,
        }
    )["access_token"]


def get_delegated_token(client_id, code, verifier):
    """Exchange an authorization code for a token that acts for a person.

    Partners use it when somebody has agreed in the console that they may see an account. `code` is the value of the
    redirect and can be used once within 60 seconds; `verifier` is the PKCE verifier that belongs to it. Returns
    a dictionary with `access_token`, valid for 15 minutes, and `refresh_token`, valid for 30 days.
    """
    return _token_request(
        {
            "grant_type": "authorization_code",
            "client_id": client_id,
            "code": code,
            "code_verifier": verifier,
        }
    )


def refresh_delegated_token(client_id, refresh_token):
    """Replace a delegated token before it ends. The old refresh token becomes invalid with the answer."""
    return _token_request(
        {
            "grant_type": "refresh_token",
            "client_id": client_id,
            "refresh_token": refresh_token,
        }
    )


def revoke_auth_token(token):
    """End a token ahead of time, for instance after a leak. It stops working within five seconds in all regions."""
    _send(
        urllib.request.Request(
            f"{BASE_URL}/oauth/revoke", headers=auth_headers(token), data=b"", method="POST"
        )
    )


def auth_headers(token):
    """Return the headers that go with each request: the token and the wish for JSON."""
    return {"Authorization": f"Bearer {token}", "Accept": "application/json"}


def get_token_info(token):
    """Tell what a token may do.

    Returns `client_id`, `scopes` as a list and `expires_in` in seconds. The call is free of charge: it does not count
    towards the limit of requests.
    """
    return _get("/oauth/introspect", token)


# ---------------------------------------------------------------------------
# Devices
# ---------------------------------------------------------------------------


def list_devices(token, page=1, page_size=50, site=None, model=None):
    """Return one page of the account's devices, oldest first.

    Each device has `id`, `name`, `model`, `site` and `last_seen`. With `site` or `model` only devices of that site or
    model are returned. A device that has been silent for more than 24 hours has the state `lost`, one that has never
    sent anything `new`, and all others `online`.
    """
    query = _query(page=page, page_size=page_size, site=site, model=model)
    return _get(f"/devices?{query}", token)["devices"]


def iterate_devices(token, page_size=200):
    """Yield all devices, page after page. Takes one request for every 200 devices."""
    page = 1
    while True:
        devices = list_devices(token, page=page, page_size=page_size)
        yield from devices
        if len(devices) < page_size:
            return
        page += 1


def get_device(token, device_id):
    """Return a single device. Raises ApiError with the code `not_found` when there is none with this id."""
    return _get(f"/devices/{urllib.parse.quote(device_id)}", token)


def rename_device(token, device_id, name):
    """Give a device another name of 1 to 80 characters and return the changed device.

    Names need not be unique, but two devices of a site with equal names are shown with the last four digits of their ids.
    """
    return _write("PATCH", f"/devices/{urllib.parse.quote(device_id)}", token, {"name": name})


def move_device(token, device_id, site):
    """Assign a device to another site of the same account.

    Measurements taken before the move stay with the old site. Alarms that are open are closed with the reason `moved`.
    """
    return _write("PATCH", f"/devices/{urllib.parse.quote(device_id)}", token, {"site": site})


def get_settings(token, device_id):
    """Return the settings of a device.

    `interval` is the time between two measurements in seconds, 60 by default; `upload_every` the time between two
    uploads, 300 seconds by default; `led` is true when the light blinks with each upload; `revision` counts changes.
    """
    return _get(f"/devices/{urllib.parse.quote(device_id)}/settings", token)


def update_settings(token, device_id, revision, **settings):
    """Change settings of a device and return all of them.

    `revision` is the one that was read before. If somebody else has changed the settings since, the API answers with
    status 409, and nothing is written. `interval` may lie between 10 and 3,600 seconds. Below 30 seconds the battery of
    a sensor lasts for about 7 months instead of 26.
    """
    path = f"/devices/{urllib.parse.quote(device_id)}/settings"
    return _write("PATCH", path, token, {"revision": revision, **settings})


def restart_device(token, device_id):
    """Restart a hub. It is back after 40 seconds on average; sensors cannot be restarted from afar."""
    return _write("POST", f"/devices/{urllib.parse.quote(device_id)}/restart", token, {})


def remove_device(token, device_id):
    """Take a device out of the account. Its measurements are kept for 90 days and can be exported until then."""
    return _write("DELETE", f"/devices/{urllib.parse.quote(device_id)}", token, None)


# ---------------------------------------------------------------------------
# Measurements
# ---------------------------------------------------------------------------


def read_measurements(token, device_id, since, until, quantity=None):
    """Return the measurements of a device between two times.

    `since` is included, `until` is not. At most 10,000 measurements are returned; ask for a shorter period when exactly
    that many come back. Each has `at`, `quantity`, `value` and `quality`. The quality is `good`, `estimated` when a gap
    of up to three values was filled in, or `suspect` when the value lies outside the range of the sensor.
    """
    query = _query(since=since, until=until, quantity=quantity)
    return _get(f"/devices/{urllib.parse.quote(device_id)}/measurements?{query}", token)["measurements"]


def read_latest(token, device_ids):
    """Return the last measurement of each of up to 100 devices in one call.

    Devices without any measurement are left out of the answer. Values are at most 10 seconds old, as they come from
    a cache.
    """
    query = _query(ids=",".join(device_ids))
    return _get(f"/measurements/latest?{query}", token)["measurements"]


def read_statistics(token, device_id, since, until, quantity, step="day"):
    """Return minimum, maximum, mean and number of values for each hour or day.

    `step` is `hour` or `day`. Days begin at midnight in the zone of the site. Hourly statistics reach back 400 days,
    daily ones to the first measurement. Suspect values are not taken into account.
    """
    query = _query(since=since, until=until, quantity=quantity, step=step)
    return _get(f"/devices/{urllib.parse.quote(device_id)}/statistics?{query}", token)["statistics"]


def write_measurements(token, device_id, measurements):
    """Add measurements that were taken by other means, such as a meter read by hand.

    Up to 500 at once; none may be older than two years or lie in the future by more than five minutes. A measurement
    with the same time and quantity as an existing one replaces it. Needs the scope `devices:write`.
    """
    path = f"/devices/{urllib.parse.quote(device_id)}/measurements"
    return _write("POST", path, token, {"measurements": measurements})


# ---------------------------------------------------------------------------
# Alarms
# ---------------------------------------------------------------------------


def list_alarms(token, state="open", page=1, page_size=50):
    """Return alarms, newest first. `state` is `open`, `acknowledged` or `closed`; closed ones are kept for 13 months."""
    return _get(f"/alarms?{_query(state=state, page=page, page_size=page_size)}", token)["alarms"]


def acknowledge_alarm(token, alarm_id, comment=""):
    """Mark an alarm as seen. Reminders by mail and text message stop; the alarm closes when the value is normal again.

    `comment` may have 500 characters.
    """
    return _write("POST", f"/alarms/{urllib.parse.quote(alarm_id)}/acknowledge", token, {"comment": comment})


def list_rules(token, site=None):
    """Return the rules for alarms, without pages: an account has at most 400 of them."""
    return _get(f"/rules?{_query(site=site)}", token)["rules"]


def create_rule(token, name, device_ids, conditions, hold_seconds=120, severity="warning"):
    """Create a rule and return it with its `id`.

    A rule has one to three conditions, all of which must hold. A condition has `quantity`, `operator` (`above`, `below` or
    `changes_by`) and `value`. The alarm is raised when the conditions have held for `hold_seconds`, from 0 to 86,400.
    `severity` is `notice`, `warning` or `critical`; critical alarms are repeated every ten minutes until somebody
    acknowledges them.
    """
    body = {
        "name": name,
        "device_ids": device_ids,
        "conditions": conditions,
        "hold_seconds": hold_seconds,
        "severity": severity,
    }
    return _write("POST", "/rules", token, body)


def pause_rule(token, rule_id, minutes):
    """Suspend a rule for up to 1,440 minutes, for instance during maintenance. It resumes by itself."""
    return _write("POST", f"/rules/{urllib.parse.quote(rule_id)}/pause", token, {"minutes": minutes})


def delete_rule(token, rule_id):
    """Delete a rule. Alarms that it has raised stay where they are."""
    return _write("DELETE", f"/rules/{urllib.parse.quote(rule_id)}", token, None)


# ---------------------------------------------------------------------------
# Webhooks
# ---------------------------------------------------------------------------


def register_webhook(token, url, events):
    """Have events sent to an address of yours, and return the webhook with its `secret`.

    `url` must begin with https. Events are `alarm.raised`, `alarm.closed`, `device.lost`, `device.online` and
    `export.ready`. An account has at most eight webhooks. The secret is shown in this answer and never again; it serves
    `verify_signature` and is no token for the API.

    A delivery that is not answered with a status from 200 to 299 within eight seconds is repeated after 1, 5, 25 and 125
    minutes. After that the event is dropped, and after 50 dropped events in a row the webhook is switched off.
    """
    return _write("POST", "/webhooks", token, {"url": url, "events": events})


def list_webhooks(token):
    """Return all webhooks with their addresses, events and the share of deliveries that succeeded in the last week."""
    return _get("/webhooks", token)["webhooks"]


def rotate_webhook_secret(token, webhook_id):
    """Replace the secret of a webhook. For 48 hours deliveries carry two signatures, one by each secret."""
    return _write("POST", f"/webhooks/{urllib.parse.quote(webhook_id)}/rotate", token, {})


def delete_webhook(token, webhook_id):
    """Stop deliveries at once, also those that are waiting to be repeated."""
    return _write("DELETE", f"/webhooks/{urllib.parse.quote(webhook_id)}", token, None)


def verify_signature(secret, header, body, now=None):
    """Tell whether a delivery comes from Fieldline.

    `header` is the value of X-Fieldline-Signature, `t=<seconds>,v1=<hexadecimal>`; `body` are the bytes as they were
    received. The signature is HMAC-SHA256 over the time, a full stop and the body. Deliveries whose time differs from
    `now` by more than 300 seconds are rejected, so that a recorded one cannot be played back later.
    """
    parts = dict(part.split("=", 1) for part in header.split(","))
    moment = time.time() if now is None else now
    if abs(moment - int(parts["t"])) > SIGNATURE_TOLERANCE_SECONDS:
        return False
    signed = parts["t"].encode("ascii") + b"." + body
    expected = hmac.new(secret.encode("ascii"), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, parts["v1"])


# ---------------------------------------------------------------------------
# Exports
# ---------------------------------------------------------------------------


def start_export(token, since, until, sites=None, file_format="csv"):
    """Begin to write the measurements of a period into a file, and return the export.

    `file_format` is `csv` or `parquet`. The period has at most 366 days. A month of 1,000 devices takes about four
    minutes and makes 210 MB as CSV or 35 MB as Parquet. The state of an export goes from `queued` over `running` to
    `ready` or `failed`.
    """
    body = {"since": since, "until": until, "sites": sites, "format": file_format}
    return _write("POST", "/exports", token, body)


def get_export(token, export_id):
    """Return an export. When it is ready, `url` is an address from which it can be fetched without a token for 20 minutes.

    The file itself is deleted after seven days.
    """
    return _get(f"/exports/{urllib.parse.quote(export_id)}", token)


def wait_for_export(token, export_id, poll_seconds=15):
    """Ask every `poll_seconds` until an export is ready or has failed, for ten minutes at most."""
    deadline = time.monotonic() + EXPORT_TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        export = get_export(token, export_id)
        if export["state"] in ("ready", "failed"):
            return export
        time.sleep(poll_seconds)
    raise TimeoutError(f"the export {export_id} was not ready in time")


# ---------------------------------------------------------------------------
# Firmware
# ---------------------------------------------------------------------------


def list_firmware(token, model):
    """Return the versions of firmware for a model, newest first, with the day of release and a note on the changes.

    Versions of the channel `beta` appear only for accounts that have asked for them.
    """
    return _get(f"/firmware?{_query(model=model)}", token)["versions"]


def schedule_update(token, device_ids, version, not_before, window_minutes=120):
    """Plan an update for up to 250 devices and return the plan.

    The update begins at `not_before` and is spread over the window, so that no more than a tenth of the hubs of a site
    restart at a time. A hub that does not report back within 15 minutes falls back to the version before, and after two
    such cases the rest of the plan is halted.
    """
    body = {
        "device_ids": device_ids,
        "version": version,
        "not_before": not_before,
        "window_minutes": window_minutes,
    }
    return _write("POST", "/firmware/plans", token, body)


def get_update_plan(token, plan_id):
    """Return a plan with the number of devices that are waiting, updated and rolled back."""
    return _get(f"/firmware/plans/{urllib.parse.quote(plan_id)}", token)


def cancel_update(token, plan_id):
    """Cancel what has not begun. Devices that are being updated at this moment finish."""
    return _write("POST", f"/firmware/plans/{urllib.parse.quote(plan_id)}/cancel", token, {})


# ---------------------------------------------------------------------------
# Sites and account
# ---------------------------------------------------------------------------


def list_sites(token):
    """Return all sites with their names, time zones and numbers of devices. An account has at most 5,000 sites."""
    return _get("/sites", token)["sites"]


def create_site(token, name, time_zone, country):
    """Create a site. `time_zone` is a name such as America/New_York, `country` has two letters."""
    return _write("POST", "/sites", token, {"name": name, "time_zone": time_zone, "country": country})


def get_usage(token, month):
    """Return what was used in a month, given as 2025-08: requests, measurements, exports and text messages.

    Figures of the present month are up to six hours old. Text messages beyond 500 a month are charged.
    """
    return _get(f"/account/usage?{_query(month=month)}", token)


def list_clients(token):
    """Return the clients of the account with their scopes, without secrets, and the day on which each was last used.

    A client that has not been used for 180 days is disabled. Secrets do not expire, but the console reminds of those older
    than a year.
    """
    return _get("/account/clients", token)["clients"]


# ---------------------------------------------------------------------------
# Inside
# ---------------------------------------------------------------------------


def _query(**parameters):
    """Parameters that are None are left out."""
    return urllib.parse.urlencode({name: value for name, value in parameters.items() if value is not None})


def _token_request(fields):
    body = urllib.parse.urlencode(fields).encode("ascii")
    return _send(urllib.request.Request(f"{BASE_URL}/oauth/token", data=body, method="POST"))


def _get(path, token):
    """Reading is tried up to four times, with pauses of 1, 2 and 4 seconds or as long as the server asks."""
    request = urllib.request.Request(f"{BASE_URL}{path}", headers=auth_headers(token))
    for attempt in range(MAX_ATTEMPTS):
        try:
            return _send(request)
        except ApiError as error:
            if error.status not in (429, 500, 503) or attempt == MAX_ATTEMPTS - 1:
                raise
            time.sleep(error.retry_after or 2**attempt)
    raise AssertionError("unreachable")


def _write(method, path, token, body, idempotency_key=None):
    """Writing is tried once. With a key the caller may repeat it safely."""
    headers = {**auth_headers(token), "Content-Type": "application/json"}
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode("utf-8")
    return _send(urllib.request.Request(f"{BASE_URL}{path}", data=data, headers=headers, method=method))


def _send(request):
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
            content = response.read()
            return json.loads(content) if content else None
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        wait = error.headers.get("Retry-After")
        raise ApiError(
            error.code, problem["code"], problem["message"], None if wait is None else int(wait)
        ) from error
