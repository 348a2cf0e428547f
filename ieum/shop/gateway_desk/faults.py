"""Faults of a gateway's name, endpoint and network, field by field. Pure."""

from ipaddress import IPv4Network

from ieum.shop.kernel.errors import Field
from ieum.shop.stock import inventory


def faults_of(name: str, endpoint: str, tunnel_network: str) -> list[Field]:
    faults: list[Field] = []
    if not inventory.CODE.fullmatch(name):
        detail = "이름은 영문 소문자, 숫자, 하이픈으로 2~40자입니다."
        faults.append(Field("name", "invalid", detail))
    if not inventory.is_endpoint(endpoint):
        detail = "기기가 접속할 주소를 vpn.example.com:51820처럼 넣어 주세요."
        faults.append(Field("endpoint", "invalid", detail))
    if fault := fault_of_network(tunnel_network):
        faults.append(fault)
    return faults


def fault_of_network(network: str) -> Field | None:
    if inventory.is_tunnel_network(network):
        return None
    return Field("tunnelNetwork", "invalid", "10.64.0.0/10처럼 사설 네트워크를 /8부터 /29까지 넣어 주세요.")


def places_of(network: str) -> int:
    """Count the devices that fit into a tunnel network, without its first address, the gateway's and the last."""
    return IPv4Network(network).num_addresses - 3
