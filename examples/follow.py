"""Follows a game's ranking, checks the digest of every tick, and proves that the last commit is in the signed ledger.

    pip install "python-socketio[client]" cryptography
    python follow.py https://play.example 10    # until 10 ticks are checked; the last line says what was

Made from docs/protocol.md, docs/ledger.md and RULES.md [LB1] alone. Presidents are left out [PRO15].
"""
import base64, functools, hashlib, queue, sys
from typing import Any, Iterable
import requests, socketio, urllib3
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()

def digest(rows: Iterable[Any]) -> str:
    """[DIG1] Two sums over all rows, modulo 2^32."""
    first = last = 0
    for row in rows:
        texts = [row[name] for name in "walletAddress nationId gdp gdpOrder culturalOrder denaHoldings".split()]
        texts += [row["resources"][name] for name in "wood oil food technology".split()]
        hashed = sha256("\t".join(map(str, texts)).encode())
        first, last = first + int.from_bytes(hashed[:4], "big"), last + int.from_bytes(hashed[4:8], "big")
    return f"{first % 2**32:08x}{last % 2**32:08x}"

class Board:
    """The server's first rows at one rev, in whatever order lists and ticks arrive [PRO14-18, PRO36]."""
    def __init__(self, epoch: str = "") -> None:
        self.epoch, self.rev, self.needed = epoch, "", ""  # Revs sort as text; "" is before all of them.
        self.rows: dict[str, Any] = {}  # By wallet.
        self.kept: list[Any] = []  # Ticks that don't fit yet.
        self.ranking: list[Any] = []  # What can be shown, best first.
        self.digests = [0, 0]  # How many were wrong, and how many right.
    def wants_list(self) -> bool:
        return not self.rev or bool(self.kept) or self.rev < self.needed
    def heard(self, epoch: str, rev: str) -> None:
        """How far the server is. Another epoch is another data set [PRO7]."""
        if epoch != self.epoch:
            self.__init__(epoch)
        self.needed = max(self.needed, rev)
    def take_list(self, epoch: str, rev: str, rows: list[Any]) -> None:
        self.heard(epoch, "")
        if rev > self.rev:
            self.rev, self.rows = rev, {row["walletAddress"]: row for row in rows}
        self.take_ticks()
    def take_ticks(self, *ticks: Any) -> None:
        """Applies those that fit, and those that were kept; drops what the rows have in them."""
        self.kept = sorted([*self.kept, *ticks], key=lambda tick: tick["rev"])
        for tick in self.kept:
            if self.rev and tick["since"] <= self.rev < tick["rev"]:
                for nation in tick["nations"]:
                    for wallet in nation["left"]:
                        self.rows.pop(wallet, None)
                    for row in nation["changed"]:
                        self.rows[row["walletAddress"]] = {**row, "nationId": nation["nationId"]}
                is_right = digest(self.rows.values()) == tick["digest"]
                self.rev = tick["rev"] if is_right else ""  # Wrong rows aren't shown; a list replaces them.
                self.digests[is_right] += 1
        self.kept = [tick for tick in self.kept if tick["rev"] > self.rev]
        if self.rev:  # [LB1]
            key = lambda row: (-row["gdp"], row["gdpOrder"], int(row["walletAddress"], 16))
            self.ranking = sorted(self.rows.values(), key=key)

def prove(http: requests.Session, url: str, rev: str) -> str:
    """That a commit's leaf, with the hashes beside it, makes the root that the checkpoint signs."""
    n: int = http.get(f"{url}/ledger/index/{rev}").json()["n"]
    name, key_id, key = http.get(f"{url}/ledger/key").text.strip().split("+", 2)
    text, _, lines = http.get(f"{url}/ledger/checkpoint").content.decode().rpartition("\n\n")
    signed = [base64.b64decode(line.split(" ")[2]) for line in lines.splitlines() if line.startswith(f"— {name} ")]
    [signature] = [one[4:] for one in signed if one[:4].hex() == key_id]
    Ed25519PublicKey.from_public_bytes(base64.b64decode(key)[1:]).verify(signature, f"{text}\n".encode())
    origin, size, root = text.split("\n")[:3]
    @functools.cache
    def tile(kind: str, level: int, index: int) -> bytes:
        width = min(256, (int(size) >> 8 * level) - 256 * index)
        path = f"{index % 1000:03}" + (f".p/{width}" if width < 256 else "")
        while index := index // 1000:
            path = f"x{index % 1000:03}/{path}"
        return http.get(f"{url}/ledger/tile/{kind}/{path}").content
    def tree(first: int, end: int) -> bytes:
        # The hash over the leaves from `first` to before `end`.
        if (count := end - first) == 1 and first == n:
            return sha256(b"\0", leaf)
        level, rest = divmod((count - 1).bit_length(), 8)
        if first <= n < end or rest or count & (count - 1):  # Leaf n is among them, or no tile has this hash.
            middle = first + (1 << (count - 1).bit_length() - 1)
            return sha256(b"\1", tree(first, middle), tree(middle, end))
        index, at = divmod(first >> 8 * level, 256)
        return tile(str(level), level, index)[32 * at : 32 * at + 32]
    entries = tile("entries", 0, n // 256)
    for _ in range(n % 256):
        entries = entries[2 + int.from_bytes(entries[:2], "big") :]
    leaf = entries[2 : 2 + int.from_bytes(entries[:2], "big")]
    assert origin == name and tree(0, int(size)) == base64.b64decode(root), f"leaf {n} is not in the signed tree"
    return f"leaf {n} is in the tree of {size} leaves that {name} signed"

def main(url: str, ticks: int) -> None:
    board, messages, live = Board(), queue.Queue(), socketio.Client()
    http = requests.Session()  # Asks again, as late as Retry-After says, and raises what is no answer.
    http.mount(url, requests.adapters.HTTPAdapter(max_retries=urllib3.Retry(9, status_forcelist=[429, 503])))
    http.hooks["response"] = lambda answer, **_: answer.raise_for_status()
    live.on("connect", lambda: live.emit("watch", {"nations": "all"}, callback=messages.put))  # Each time [PRO17].
    live.on("tick", messages.put)
    live.on("resync", messages.put)
    live.connect(url, transports=["websocket"])
    while sum(board.digests) < ticks or board.wants_list():
        message = messages.get()
        if "epoch" in message:  # All but ticks. A snapshot has no rows: the list has them.
            board.heard(message["epoch"], message["rev"])
        else:
            board.take_ticks(message)
        while board.wants_list():
            answer = http.get(f"{url}/api/leaderboard")
            board.take_list(answer.headers["X-Board-Epoch"], answer.headers["X-Board-Rev"], answer.json())
        print(f"{board.rev}: {[(row['name'] or row['walletAddress'], row['gdp']) for row in board.ranking[:3]]}")
    print(f"checked: {board.digests[1]} of {sum(board.digests)} digests agree; {prove(http, url, board.rev)}")
    live.disconnect()

if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
