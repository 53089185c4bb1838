"""Checks every vector with `wallet.py`: `python3 check_vectors.py <folder>` prints their number."""

import base64
import json
import sys
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from wallet import key_of, open_export, open_session_key, scalar_of, verify_stamp, verify_webhook


def event_position(cursor: str) -> int:
    text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    name, position = text.split("|")
    if name != "e" or not (position.isascii() and position.isdigit()) or len(position) > 15:
        raise ValueError("no cursor of events")
    return int(position)


REJECTIONS = (InvalidSignature, InvalidTag, ValueError, KeyError)


def check_vectors(folder: Path) -> int:
    """Checks every row. Raises for the first one that is wrong."""

    def load(name: str) -> dict:
        return json.loads((folder / name).read_text())

    count = 0

    def check(rows: dict, verify) -> None:
        nonlocal count
        for row in rows["valid"]:
            verify(row)
            count += 1
        for row in rows["invalid"]:
            try:
                verify(row)
            except REJECTIONS:
                count += 1
                continue
            raise AssertionError(f"accepted: {row['why']}")

    def equal(actual, expected) -> None:
        if actual != expected:
            raise AssertionError(f"{actual} instead of {expected}")

    stamps = load("stamps.json")
    check(stamps, lambda row: verify_stamp(row["stamp"], row["payloadToSign"], stamps["key"]["publicKey"]))

    sealed = load("session-keys.json")
    recipient = key_of(bytes.fromhex(sealed["recipient"]["privateKey"]))

    def check_key(row: dict) -> None:
        opened = open_session_key(row["encryptedSessionSigningKey"], recipient)
        equal(scalar_of(opened), row["sessionKey"]["privateKey"])

    check(sealed, check_key)

    exports = load("wallet-exports.json")
    holder = key_of(bytes.fromhex(exports["recipient"]["privateKey"]))
    issuer = exports["issuer"]["publicKeyUncompressed"]

    def check_export(row: dict) -> None:
        opened = open_export(row["encryptedWalletCredentials"], holder, issuer)
        equal(opened, {name: row[name] for name in opened})

    check(exports, check_export)

    webhooks = load("webhook-signatures.json")
    pem = webhooks["key"]["publicKeyPem"]
    check(webhooks, lambda row: verify_webhook(row["body"], row["signatureHeader"], pem))

    check(load("cursors.json")["events"], lambda row: equal(event_position(row["cursor"]), row["position"]))
    return count


if __name__ == "__main__":
    print(json.dumps(check_vectors(Path(sys.argv[1]))))
