"""Translates problems of a text for the person who writes it. The import speaks to engineers. Pure."""

import re

from ieum.shop.kernel.particles import with_particle

_WORDS = [
    (r"headings begin with ##.*", "큰 제목(#)은 쓸 수 없습니다. 소제목은 ##부터 써 주세요."),
    (r"(?:files/)?(\S+): there is no such file.*", "‘{0}’ 파일이 없습니다. 먼저 파일을 올려 주세요."),
    (r"\{\{(.*)\}\}: there is no such placeholder", "{of} 쓸 수 없는 항목입니다."),
    (r"(\S+): a picture needs words.*", "‘{0}’ 사진에 설명이 필요합니다. ![설명]({0})처럼 써 주세요."),
    (r"title: .*", "제목을 입력해 주세요."),
    (r"(\S+): longer than (\d+) characters.*", "{of} {1}자까지 쓸 수 있습니다."),
    (r"the text is longer than (\d+) characters", "본문은 {0}자까지 쓸 수 있습니다."),
    (r"lists or quotations are nested too deep", "목록이나 인용을 너무 여러 겹으로 썼습니다."),
    (r"a table has more than (\d+) rows or (\d+) columns", "표는 {0}줄, {1}칸까지 쓸 수 있습니다."),
    (r"the shop has no place for this one; it has (.*)", "정해진 이름으로만 만들 수 있습니다: {0}"),
    (r"category: .*", "분류를 골라 주세요."),
    (r"effective_from: .*", "시행일을 입력해 주세요."),
    (r"name: .*", "프로그램 이름을 입력해 주세요."),
    (r"url: .*", "https://로 시작하는 주소를 입력해 주세요."),
    (r"kind: file needs .*", "설치 파일을 고르거나 올려 주세요."),
    (r"kind: (?:link|store) needs .*", "내려받을 곳의 주소를 입력해 주세요."),
    (r"sha256: .*", "SHA-256은 0–9와 a–f로 된 64자입니다. 다시 확인해 주세요."),
    (r"(?:file|size): .*", "설치 파일을 다시 골라 주세요."),
]


def in_korean(problem: str) -> str:
    """Translate a problem. An unknown one is returned as it is, which is better than not at all."""
    problem = problem.removeprefix(": ")
    problem = re.sub(r"^Object missing required field `(\w+)`$", r"\1: missing", problem)
    for pattern, words in _WORDS:
        if found := re.fullmatch(pattern, problem):
            return words.format(
                *found.groups(), of=with_particle(f"‘{found[1]}’", "은/는") if found.groups() else ""
            )
    return problem
