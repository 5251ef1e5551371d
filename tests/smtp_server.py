"""A mail server in a thread: it keeps what it takes, and can refuse a person, or everything for a time."""

from __future__ import annotations

import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass
class Letters:
    """The mails that a server accepted, in order, with the person of each; `refused` are persons that it does not know,
    `is_busy` when it accepts nothing now, `secrets` the passwords typed to sign in."""

    port: int = 0
    accepted: list[tuple[str, EmailMessage]] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    secrets: list[str] = field(default_factory=list)
    is_busy: bool = False
    context: ssl.SSLContext | None = None
    is_tls_first: bool = False
    is_encrypted: bool = False

    def to(self, address: str) -> list[EmailMessage]:
        return [message for person, message in self.accepted if person == address]


class _Talk(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        letters: Letters = self.server.letters  # type: ignore[attr-defined]  # set where the server is made
        person = ""
        if letters.is_tls_first and not self._encrypt(letters):
            return
        self._say(220, "ready")
        while line := self.rfile.readline().decode().rstrip("\r\n"):
            word = line.split(" ")[0].split(":")[0].upper()
            if word == "EHLO":
                more = b"250-STARTTLS\r\n" if letters.context is not None else b""
                self.wfile.write(b"250-localhost\r\n250-AUTH PLAIN\r\n" + more + b"250 8BITMIME\r\n")
            elif word == "STARTTLS" and letters.context is not None:
                self._say(220, "go on")
                if not self._encrypt(letters):
                    return
            elif word == "STARTTLS":
                self._say(502, "not here")
            elif word == "AUTH":
                letters.secrets.append(line)
                self._say(235, "come in")
            elif word == "MAIL":
                self._say(*((451, "busy, come again") if letters.is_busy else (250, "yes")))
            elif word == "RCPT":
                person = line.partition("<")[2].partition(">")[0]
                self._say(*((550, "nobody of that name") if person in letters.refused else (250, "yes")))
            elif word == "DATA":
                self._say(354, "go on")
                letters.accepted.append((person, self._letter()))
                self._say(250, "taken")
            elif word == "QUIT":
                self._say(221, "bye")
                return
            else:
                self._say(250, "yes")

    def finish(self) -> None:
        super().finish()
        self.connection.close()

    def _encrypt(self, letters: Letters) -> bool:
        """Encrypts the way; who does not like the certificate hangs up."""
        if letters.context is None:
            return False
        try:
            self.connection = letters.context.wrap_socket(self.connection, server_side=True)
        except OSError:
            return False
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)
        letters.is_encrypted = True
        return True

    def _letter(self) -> EmailMessage:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line[1:] if line.startswith(b"..") else line)
        return message_from_bytes(b"".join(lines), policy=policy.default)

    def _say(self, code: int, text: str) -> None:
        self.wfile.write(f"{code} {text}\r\n".encode())


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def mail_server(context: ssl.SSLContext | None = None, *, is_tls_first: bool = False) -> Iterator[Letters]:
    """Runs a server and yields what it takes; with a context the way can be encrypted, or is from the first byte."""
    letters = Letters(context=context, is_tls_first=is_tls_first)
    with _Server(("127.0.0.1", 0), _Talk) as server:
        server.letters = letters  # type: ignore[attr-defined]  # what the handlers keep letters in
        letters.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield letters
        finally:
            server.shutdown()
            thread.join(timeout=5)
