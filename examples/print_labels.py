"""Lists labels, draws one, checks a print job and prints it. PLATEN_URL (with its base path) and PLATEN_KEY are set.
Usage: python3 print_labels.py LABEL_ID HOST:9100"""
import json
import os
import socket
import sys
import time
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

REDIRECTS = HTTPRedirectHandler()
REDIRECTS.redirect_request = lambda *_: None  # follows none: the key would go along
PARCEL = {
    "recipient": "Zoë Brontë-Smith", "address": "Flat 2A\n45 High Street\nLondon", "area": "SW1A", "unit": "1AA",
    "tracking": "NW123456789GB", "order_id": "EF-20260315", "weight": "1.25", "item": "1 of 2",
    "sender": "Ellwood & Finch Ltd\nManchester M1 2AB", "instructions": "Leave in the porch",
}


class ServiceError(Exception):
    def __init__(self, status: int, code: str | None, body: str) -> None:
        super().__init__(f"HTTP {status} {code}: {body}")
        self.body = body


def call(path: str, body: dict | None = None) -> bytes:
    """Asks the service; while it is busy or the budget is used up, waits and asks again, four times in all."""
    headers = {"x-api-key": os.environ["PLATEN_KEY"], "content-type": "application/json"}
    request = Request(os.environ["PLATEN_URL"] + path, body and json.dumps(body).encode(), headers)
    for attempt in (1, 2, 3, 4):
        try:
            with build_opener(REDIRECTS).open(request, timeout=30) as answer:
                return answer.read()
        except HTTPError as error:
            wait = int(error.headers.get("Retry-After", 0))
            if error.code not in (429, 503) or attempt == 4 or not 0 < wait <= 60:
                raise ServiceError(error.code, error.headers["X-Svc-Error-Code"], error.read().decode()) from None
        time.sleep(wait)


def check(path: str, job: dict) -> list[str]:
    """What is wrong with a print job. Nothing is made."""
    try:
        call(f"{path}?validate=true", job)
        return []
    except ServiceError as error:
        wrong = json.loads(error.body)
    faults = [(n, f["template"], f) for n, f in zip(wrong.get("records", []), wrong.get("fields", []))]
    faults += [(t["record"], t["variable"], t) for t in wrong.get("transforms", [])]
    return [f"record {n}: {name} is {w['value']!r}: {w['reason']}" for n, name, w in faults] or [wrong["error"]]


def send(zpl: bytes, printer: str) -> None:
    """Sends once. Where the printer breaks off, some labels may be out: look before they are sent again."""
    host, _, port = printer.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), timeout=30) as connection:
            connection.sendall(zpl)
            connection.shutdown(socket.SHUT_WR)
            connection.recv(1)  # it hangs up when it has all
    except OSError as error:
        raise OSError(f"printer {printer}: {error}") from error


def main(label: str, printer: str) -> None:
    for saved in json.loads(call("/labels?limit=100"))["data"]:
        print(f"{saved['id']}  {saved['name']}, {saved['width']} x {saved['height']} mm")
    Path("label.png").write_bytes(call(f"/labels/{label}/render", {"format": "png", "variables": PARCEL}))
    wrong = {"records": [PARCEL, {**PARCEL, "tracking": "NW–1", "weight": "heavy"}]}
    print(*check(f"/labels/{label}/print", wrong), sep="\n")
    send(call(f"/labels/{label}/print", {"records": [PARCEL, {**PARCEL, "item": "2 of 2"}], "copies": 2}), printer)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (ServiceError, OSError, HTTPException, ValueError) as failure:
        sys.exit(f"failed: {failure}")
