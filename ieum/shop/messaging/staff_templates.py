"""Mails to staff and to the privacy officer. They name no member."""

from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.kernel.particles import with_particle
from ieum.shop.messaging.templates import Button, Text


def confirmed_alone(*, site: str, what: str, title: str, by: str, reason: str, number: int) -> Text:
    return Text(
        f"[{site}] 두 번째 확인 없이 처리된 일이 있습니다 ({number})",
        f"""두 사람이 확인해야 하는 일을 한 사람이 혼자 처리했습니다.

요청 번호: {number}
한 일: {what}
내용: {title}
처리한 사람: {by}
사유: {reason}

알지 못하는 일이라면 처리한 사람에게 바로 확인해 주세요. 이 기록은 고치거나 지울 수 없습니다.
""",
        Button("확인 요청 보기", f"/console/approvals?open={number}"),
    )


def reset_link_made(*, site: str, name: str, by: str, reason: str, until: datetime) -> Text:
    return Text(
        f"[{site}] 콘솔 계정을 다시 설정하는 링크가 만들어졌습니다",
        f"""{name} 님의 콘솔 계정을 다시 설정하는 링크입니다.
링크를 가진 사람은 비밀번호와 인증 앱을 새로 정하고 {name} 님으로 로그인할 수 있습니다.

만든 사람: {by}
사유: {reason}
기한: {seoul.minute(until)}까지

{name} 님이 요청한 일이 아니라면 만든 사람에게 바로 확인하고, 콘솔에서 새 링크를 만들어 이 링크를 끝내 주세요.
""",
        Button("직원 보기", "/console/staff"),
    )


def staff_invited(*, site: str, name: str, link: str, until: datetime) -> Text:
    return Text(
        f"[{site}] 콘솔에 초대받으셨습니다",
        f"""{name} 님, {site} 콘솔에 초대받으셨습니다. 아래 링크에서 비밀번호와 인증 앱을 정해 주세요.

{link}

기한: {seoul.minute(until)}까지, 한 번 쓸 수 있습니다.
링크를 가진 사람은 {name} 님으로 로그인할 수 있으니 다른 사람에게 보내지 마세요.
기한이 지났다면 초대를 확인한 직원에게 새 메일을 요청해 주세요.
""",
    )


def colleague_removed(*, site: str, name: str, role: str, by: str, reason: str) -> Text:
    return Text(
        f"[{site}] 직원 한 명이 제외되었습니다",
        f"""{name} 님은 이제 콘솔에 로그인할 수 없습니다.

역할: {role}
제외한 사람: {by}
사유: {reason}

두 사람이 확인해야 하는 일을 {name} 님이 확인할 수 있었다면, 7일 동안 아무도 그 일을 혼자 확인할 수 없습니다.
알지 못하는 일이라면 제외한 사람에게 바로 확인해 주세요. 이 기록은 고치거나 지울 수 없습니다.
""",
        Button("직원 보기", "/console/staff"),
    )


def networks_changed(*, site: str, networks: list[str], by: str, reason: str) -> Text:
    listed = "\n".join(networks) or "모든 네트워크"
    return Text(
        f"[{site}] 콘솔에 접속할 수 있는 네트워크가 바뀌었습니다",
        f"""이제 아래 네트워크에서만 콘솔이 열립니다.

{listed}

바꾼 사람: {by}
사유: {reason}

콘솔이 열리지 않는다면 바꾼 사람에게 바로 확인해 주세요. 서버를 관리하는 사람은 모든 네트워크를 다시 열 수 있습니다.
""",
        Button("직원 보기", "/console/staff"),
    )


def vouched_for(*, site: str, name: str) -> Text:
    return Text(
        f"[{site}] 새로 온 직원이 바로 두 번째 확인을 할 수 있습니다",
        f"""{name} 님은 링크로 비밀번호와 인증 앱을 정한 지 7일이 되지 않았습니다.
서버에서 ieum staff vouch 명령을 실행하여, 이제 다른 직원의 요청을 확인할 수 있습니다.

알지 못하는 일이라면 서버를 관리하는 사람에게 바로 확인해 주세요. 이 기록은 고치거나 지울 수 없습니다.
""",
        Button("직원 보기", "/console/staff"),
    )


def code_of_running_gateway(*, site: str, gateway: str, by: str, reason: str) -> Text:
    return Text(
        f"[{site}] 작동 중인 게이트웨이 {gateway}의 등록 코드가 만들어졌습니다",
        f"""코드를 쓴 호스트가 {with_particle(gateway, "을/를")} 넘겨받고, 회원의 접속이 그 호스트를 지나갑니다.

만든 사람: {by}
사유: {reason}

알지 못하는 일이라면 만든 사람에게 바로 확인하고, 콘솔에서 새 코드를 만들어 이 코드를 끝내 주세요.
""",
        Button("게이트웨이 보기", "/console/gateways"),
    )


def connection_test(*, site: str, name: str) -> Text:
    return Text(
        f"[{site}] 시험 메일입니다",
        f"""{name} 님, 콘솔의 ‘연결 시험’에서 보낸 메일입니다.

이 메일을 받으셨다면 {site}의 메일이 잘 나가고 있습니다. 하실 일은 없습니다.
""",
    )


def connection_test_sms(*, site: str) -> str:
    return f"[{site}] 콘솔에서 보낸 시험 문자입니다. 하실 일은 없습니다."
