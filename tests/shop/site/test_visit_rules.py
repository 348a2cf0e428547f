"""What is read from a visit's addresses, whatever they hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.site.rules import read_visit, robot_of
from ieum.shop.site.types import Visit, VisitRow
from tests.growth import assert_linear

HOME = "https://shop.example/"
CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"


def read(landing: str = HOME, referrer: str = "", keyword: str = "", user_agent: str = CHROME) -> VisitRow:
    return read_visit(Visit("", referrer, landing, keyword), caller="203.0.113.7", user_agent=user_agent)


@pytest.mark.parametrize(
    ("landing", "referrer", "sent", "keyword"),
    [
        pytest.param(f"{HOME}?n_query=a&n_keyword=b", "", "typed", "typed", id="what the browser found"),
        pytest.param(
            f"{HOME}?n_keyword=b&n_query=a", "", "", "a", id="what was typed before what was bid on"
        ),
        pytest.param(
            f"{HOME}?n_keyword=b", "https://search.naver.com/?query=c", "", "b", id="what was bid on"
        ),
        pytest.param(f"{HOME}?n_query=&n_keyword=b", "", " \0 ", "b", id="empty ones do not count"),
        pytest.param(
            HOME, "https://search.naver.com/search.naver?where=nexearch&query=vpn", "", "vpn", id="Naver"
        ),
        pytest.param(
            HOME, "https://m.search.naver.com/search.naver?query=vpn+ip", "", "vpn ip", id="Naver, mobile"
        ),
        pytest.param(HOME, "https://search.daum.net/search?w=tot&q=vpn", "", "vpn", id="Daum"),
        pytest.param(HOME, "https://www.bing.com/search?q=vpn", "", "vpn", id="Bing"),
        pytest.param(HOME, "https://www.google.co.kr/search?q=vpn", "", "vpn", id="Google"),
        pytest.param(HOME, "https://search.zum.com/search.zum?query=vpn", "", "vpn", id="ZUM"),
        pytest.param(HOME, "https://search.daum.net/nate?q=vpn", "", "vpn", id="Nate, at Daum's"),
        pytest.param(HOME, "https://search.nate.com/?q=vpn", "", "vpn", id="Nate"),
        pytest.param(HOME, "https://search.naver.com/", "", "", id="a host that tells nothing any more"),
        pytest.param(
            HOME, "https://naver.com.evil.example/?query=vpn", "", "", id="a host that looks like one"
        ),
        pytest.param(HOME, "https://notnaver.com/?query=vpn", "", "", id="another that ends alike"),
        pytest.param(HOME, "https://blog.example/?q=secret", "", "", id="any other site's query is its own"),
        pytest.param(HOME, "https://search.naver.com:443/?query=vpn", "", "vpn", id="with a port"),
        pytest.param(HOME, "https://SEARCH.Naver.com/?query=vpn", "", "vpn", id="in capitals"),
    ],
)
def test_the_keyword_is_the_parameter_closest_to_what_was_typed(
    landing: str, referrer: str, sent: str, keyword: str
) -> None:
    assert read(landing, referrer, sent).keyword == keyword


@pytest.mark.parametrize(
    ("query", "keyword"),
    [
        pytest.param("%EA%B3%A0%EC%A0%95%20IP", "고정 IP", id="UTF-8"),
        pytest.param("고정+IP", "고정 IP", id="not encoded at all"),
        pytest.param("%B0%ED%C1%A4+IP", "고정 IP", id="the code page of before"),
        pytest.param("%FF%FE", "\ufffd\ufffd", id="neither"),
        pytest.param("%00a%00%1Bb%0A", "ab", id="NUL and other control characters"),
        pytest.param("%ZZ%4", "%ZZ%4", id="broken escapes"),
        pytest.param("%ED%A0%80%", "\ufffd\ufffd\ufffd%", id="half a surrogate pair"),
        pytest.param("a=b=c", "a=b=c", id="with equals signs"),
        pytest.param("%26%3D%3F", "&=?", id="encoded separators"),
    ],
)
def test_values_in_an_address_are_decoded_and_made_harmless(query: str, keyword: str) -> None:
    assert read(f"{HOME}?x=1&n_query={query}#part").keyword == keyword


def test_only_the_known_parameters_of_an_ad_are_stored() -> None:
    landing = (
        f"{HOME}static-ip?n_media=27758&n_query=vpn&n_rank=1&n_ad_group=grp-a001&n_ad=nad-a001&n_keyword_id=nkw-a"
        "&n_keyword=VPN&n_campaign_type=1&n_ad_group_type=2&n_match=3&NaPm=ct%3Dabc%7Cci%3D0%7Ctr%3Dsa"
        "&utm_source=naver&gclid=g&gbraid=b&wbraid=w&DMKW=dm&email=hong%40example.com&n_query=second"
    )

    visit = read(landing)

    assert visit.ad == {
        "n_media": "27758",
        "n_query": "vpn",
        "n_rank": "1",
        "n_ad_group": "grp-a001",
        "n_ad": "nad-a001",
        "n_keyword_id": "nkw-a",
        "n_keyword": "VPN",
        "n_campaign_type": "1",
        "n_ad_group_type": "2",
        "n_match": "3",
        "NaPm": "ct=abc|ci=0|tr=sa",
        "utm_source": "naver",
        "gclid": "g",
        "gbraid": "b",
        "wbraid": "w",
        "DMKW": "dm",
    }
    assert (visit.campaign, visit.landing_url) == ("grp-a001", landing)


@pytest.mark.parametrize(
    ("query", "campaign"),
    [
        ("utm_campaign=spring&n_ad_group=grp-1&n_campaign_type=1", "spring"),
        ("n_campaign_type=1&n_ad_group=grp-1", "grp-1"),
        ("n_campaign_type=1", "1"),
        ("utm_source=naver", ""),
    ],
)
def test_a_campaign_keeps_the_name_its_advertiser_gave_it(query: str, campaign: str) -> None:
    assert read(f"{HOME}?{query}").campaign == campaign


@pytest.mark.parametrize(
    ("referrer", "host"),
    [
        ("https://Blog.Naver.com:8443/x?y", "blog.naver.com"),
        ("http://user:word@site.example/", "site.example"),
        ("android-app://com.kakao.talk/", "com.kakao.talk"),
        ("https://고정.example/", "고정.example"),
        ("http://[", "["),
        ("http://" + "a" * 4000, "a" * 253),
        ("//site.example/", ""),
        ("nonsense", ""),
        ("", ""),
    ],
)
def test_the_origin_of_a_visit_is_a_host_name(referrer: str, host: str) -> None:
    assert read(referrer=referrer).referrer_host == host


@pytest.mark.parametrize(
    ("user_agent", "robot"),
    [
        (CHROME, ""),
        (
            "Mozilla/5.0 (Linux; Android 15; SM-S931N) … Mobile Safari/537.36 DaumApps/8.1 DaumDevice/mobile",
            "",
        ),
        (
            "Mozilla/5.0 (Linux; Android 13; CUBOT X70) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
            "",
        ),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) … NAVER(inapp; search; 2000; 12.13.2)", ""),
        ("Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)", "yeti"),
        ("Mozilla/5.0 (compatible; Ads-Naver/1.0; +http://ads.naver.com)", "ads-naver"),
        ("Mozilla/5.0 (compatible; Blueno/1.0; +https://naver.me/scrap)", "blueno"),
        ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "googlebot"),
        ("AdsBot-Google (+http://www.google.com/adsbot.html)", "adsbot-google"),
        ("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", "bingbot"),
        ("Mozilla/5.0 (compatible; Daum/4.1; +http://cs.daum.net/faq/15/4118.html)", "daum"),
        ("facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/", "facebookexternalhit"),
        ("Mozilla/5.0 … HeadlessChrome/140.0.0.0 Safari/537.36", "headlesschrome"),
        ("Mozilla/5.0 (compatible; GPTBot/1.2)", "gptbot"),
        ("Mozilla/5.0 (compatible; AhrefsSiteAudit crawler)", "crawler"),
        ("python-requests/2.32", "python-requests"),
        ("curl/8.5", "curl"),
        ("", "nameless"),
    ],
)
def test_robots_are_recognised_by_their_user_agent(user_agent: str, robot: str) -> None:
    assert robot_of(user_agent) == robot


@given(landing=st.text(), referrer=st.text(), keyword=st.text(), user_agent=st.text())
def test_any_visit_fits_the_table(landing: str, referrer: str, keyword: str, user_agent: str) -> None:
    for start in ("", "https://search.naver.com/?query=", f"{HOME}?n_query=", f"{HOME}?utm_campaign=%"):
        visit = read(start + landing * 50, start + referrer * 50, keyword * 50, user_agent * 10)

        assert len(visit.referrer_url) <= 2000 >= len(visit.landing_url)
        assert len(visit.keyword) <= 200 >= len(visit.campaign)
        assert len(visit.referrer_host) <= 253
        assert len(visit.robot) <= 40
        assert all(len(value) <= 400 for value in visit.ad.values())
        assert "\0" not in f"{visit}"


@pytest.mark.parametrize("part", ["a", "&", "%", "n_query=%41&", "bot", "_"])
def test_reading_an_address_takes_linear_time(part: str) -> None:
    assert_linear(
        lambda text: read(f"{HOME}?{text}", f"https://search.naver.com/?{text}", user_agent=text),
        lambda size: part * (size // len(part)),
        size=8_000,
    )
