"""A second implementation of a wallet's client, with the package `cryptography`.

`python3 wallet.py <url>` opens a session and completes a signed retry; the API token is in TOKEN. `check_vectors.py` checks
the vectors.

Source: docs/behaviour/wallets.md; RFC 9180 (HPKE, base mode).
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import urllib.request

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

CURVE = ec.SECP256R1()
ECDSA = ec.ECDSA(hashes.SHA256())
INFO = bytes.fromhex("7475726e6b65795f68706b65")
SCHEME = "SIGNATURE_SCHEME_TK_API_P256"
ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
COMPRESSED = serialization.PublicFormat.CompressedPoint
UNCOMPRESSED = serialization.PublicFormat.UncompressedPoint


def key_of(scalar: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(scalar, "big"), CURVE)


def point_of(key, form) -> bytes:
    public = key.public_key() if isinstance(key, ec.EllipticCurvePrivateKey) else key
    return public.public_bytes(serialization.Encoding.X962, form)


def public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def extract(suite: bytes, salt: bytes, label: bytes, material: bytes) -> bytes:
    return hmac.new(salt, b"HPKE-v1" + suite + label + material, hashlib.sha256).digest()


def expand(suite: bytes, key: bytes, label: bytes, info: bytes, length: int) -> bytes:
    labelled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return HKDFExpand(hashes.SHA256(), length, labelled).derive(key)


def hpke_open(recipient: ec.EllipticCurvePrivateKey, encapsulated: bytes, ciphertext: bytes) -> bytes:
    point = point_of(recipient, UNCOMPRESSED)
    shared_x = recipient.exchange(ec.ECDH(), public_key(encapsulated))
    kem = b"KEM\x00\x10"
    prk = extract(kem, b"", b"eae_prk", shared_x)
    shared = expand(kem, prk, b"shared_secret", encapsulated + point, 32)
    suite = b"HPKE\x00\x10\x00\x01\x00\x02"
    context = b"\x00" + extract(suite, b"", b"psk_id_hash", b"") + extract(suite, b"", b"info_hash", INFO)
    secret = extract(suite, shared, b"secret", b"")
    key = expand(suite, secret, b"key", context, 32)
    nonce = expand(suite, secret, b"base_nonce", context, 12)
    return AESGCM(key).decrypt(nonce, ciphertext, encapsulated + point)


def base58check(text: str) -> bytes:
    value = 0
    for character in text:
        value = value * 58 + ALPHABET.index(character)
    zeros = len(text) - len(text.lstrip("1"))
    data = b"\x00" * zeros + value.to_bytes((value.bit_length() + 7) // 8, "big")
    payload, checksum = data[:-4], data[-4:]
    if hashlib.sha256(hashlib.sha256(payload).digest()).digest()[:4] != checksum:
        raise ValueError("wrong checksum")
    return payload


def open_session_key(text: str, recipient: ec.EllipticCurvePrivateKey) -> ec.EllipticCurvePrivateKey:
    data = base58check(text)
    if len(data) != 81:
        raise ValueError("a sealed session key has 81 bytes")
    return key_of(hpke_open(recipient, point_of(public_key(data[:33]), UNCOMPRESSED), data[33:]))


def open_export(text: str, recipient: ec.EllipticCurvePrivateKey, issuer: str) -> dict:
    envelope = json.loads(text)
    if envelope["version"] != "v1.0.0" or envelope["enclaveQuorumPublic"] != issuer:
        raise ValueError("another version or issuer")
    data = bytes.fromhex(envelope["data"])
    public_key(bytes.fromhex(issuer)).verify(bytes.fromhex(envelope["dataSignature"]), data, ECDSA)
    sealed = json.loads(data)
    plaintext = hpke_open(
        recipient, bytes.fromhex(sealed["encappedPublic"]), bytes.fromhex(sealed["ciphertext"])
    )
    return {"mnemonic": plaintext.decode(), "organizationId": sealed["organizationId"]}


def stamp(payload: str, key: ec.EllipticCurvePrivateKey) -> str:
    members = {
        "publicKey": point_of(key, COMPRESSED).hex(),
        "scheme": SCHEME,
        "signature": key.sign(payload.encode(), ECDSA).hex(),
    }
    text = json.dumps(members, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def verify_stamp(text: str, payload: str, point: str) -> None:
    members = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    if members["scheme"] != SCHEME or members["publicKey"] != point:
        raise ValueError("another scheme or key")
    if members["signature"] != members["signature"].lower():
        raise ValueError("upper-case hex")
    public_key(bytes.fromhex(point)).verify(bytes.fromhex(members["signature"]), payload.encode(), ECDSA)


def verify_webhook(body: str, header: str, pem: str) -> None:
    members = json.loads(header)
    if members["v"] != "1":
        raise ValueError("another version")
    key = serialization.load_pem_public_key(pem.encode())
    key.verify(base64.b64decode(members["s"]), body.encode(), ECDSA)


def scalar_of(key: ec.EllipticCurvePrivateKey) -> str:
    return key.private_numbers().private_value.to_bytes(32, "big").hex()


ERROR = "... on ServiceError { message }"


def run_wallet(url: str) -> dict:
    """Opens a session with a one-time code of the sandbox, and exports the seed by signed retry."""
    token = base64.b64encode(os.environ["TOKEN"].encode()).decode()

    def call(query: str, **variables) -> dict:
        headers = {"authorization": f"Basic {token}", "content-type": "application/json"}
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(f"{url}/graphql", body, headers)
        with urllib.request.urlopen(request, timeout=60) as response:
            content = json.load(response)
        if "errors" in content:
            raise RuntimeError(content["errors"][0]["message"])
        (result,) = content["data"].values()
        if "message" in result:
            raise RuntimeError(result["message"])
        return result

    customer = call(
        """mutation { createCustomer(input: { customerType: INDIVIDUAL, fullName: "Ada Lovelace", email: "ada@example.com" }) {
        ... on Customer { internalAccounts { id type } } %s } }"""
        % ERROR
    )
    (account,) = [one["id"] for one in customer["internalAccounts"] if one["type"] == "EMBEDDED_WALLET"]
    credential = call(
        """mutation ($account: ID!) { addCredential(input: { emailOtp: { accountId: $account } }) {
        ... on AuthMethod { id } %s } }"""
        % ERROR,
        account=account,
    )
    device = ec.generate_private_key(CURVE)
    point = point_of(device, UNCOMPRESSED).hex()
    issued = call(
        """mutation ($id: ID!, $key: P256PublicKey!) {
        verifyCredential(id: $id, input: { emailOtp: { otp: "000000", clientPublicKey: $key } }) {
        ... on IssuedSession { encryptedSessionSigningKey } %s } }"""
        % ERROR,
        id=credential["id"],
        key=point,
    )
    session = open_session_key(issued["encryptedSessionSigningKey"], device)
    export = (
        """mutation ($account: ID!, $key: P256PublicKey!, $signedRetry: SignedRetryInput) {
        exportWallet(accountId: $account, clientPublicKey: $key, signedRetry: $signedRetry) {
        ... on SignedRequestChallenge { payloadToSign requestId }
        ... on WalletExport { encryptedWalletCredentials } %s } }"""
        % ERROR
    )
    challenge = call(export, account=account, key=point)
    retry = {"requestId": challenge["requestId"], "signature": stamp(challenge["payloadToSign"], session)}
    exported = call(export, account=account, key=point, signedRetry=retry)
    issuer = call("{ walletConfig { exportIssuerPublicKey organizationId } }")
    opened = open_export(
        exported["encryptedWalletCredentials"], device, issuer["exportIssuerPublicKey"]
    )
    return {
        "words": len(opened["mnemonic"].split(" ")),
        "isOfPlatform": opened["organizationId"] == issuer["organizationId"],
    }


if __name__ == "__main__":
    print(json.dumps(run_wallet(sys.argv[1])))
