"""An iPhone, as far as a page can tell."""

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)
# The sheet belongs to the phone: what would be handed to it is noted here.
SHARE_SHEET = """
navigator.canShare = () => true
navigator.share = async ({ files }) => {
  window.shared = [files[0].name, await files[0].text()]
}
"""
