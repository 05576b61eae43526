"""A network like that of compose.yaml: a bridge, and for each service an address, a name and nothing else."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from ipaddress import IPv4Network
from pathlib import Path


class Network:
    """Made within a network namespace of its own; it goes with that."""

    def __init__(self, services: Sequence[str], subnet: str = "172.28.7.0/24") -> None:
        addresses = IPv4Network(subnet).hosts()
        self.gateway = str(next(addresses))
        self.addresses = {name: str(address) for name, address in zip(services, addresses, strict=False)}
        self._prefix = subnet.partition("/")[2]
        Path("/run/netns").mkdir(exist_ok=True)
        _do("mount -t tmpfs none /run/netns")
        _do("ip link set lo up")
        _do("ip link add bridge type bridge")
        _do(f"ip address add {self.gateway}/{self._prefix} dev bridge")
        _do("ip link set bridge up")
        for name, address in self.addresses.items():
            self._join(name, address)

    def hosts(self) -> str:
        """The file by which services find each other."""
        return "127.0.0.1 localhost\n" + "".join(f"{address} {name}\n" for name, address in self.addresses.items())

    def _join(self, name: str, address: str) -> None:
        _do(f"ip netns add {name}")
        _do(f"ip link add v-{name} type veth peer name eth0 netns {name}")
        _do(f"ip link set v-{name} master bridge up")
        _do(f"ip -n {name} address add {address}/{self._prefix} dev eth0")
        _do(f"ip -n {name} link set eth0 up")
        _do(f"ip -n {name} link set lo up")


def _do(command: str) -> None:
    subprocess.run(command.split(), check=True)
