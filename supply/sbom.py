"""`make sbom`: writes the list of what a shop runs on, in CycloneDX, from the lock files alone.

The same locks give the same bytes: no time, no random number, no network, and no address of any registry (decision
0131). `make wheel` puts it into the package.
"""

import json
import sys
import uuid
from pathlib import Path
from typing import Any

from supply import licences
from supply.locks import Package, of_the_boxes, python, web

NAME = "sbom.cdx.json"
# Any constant: the serial number is made from what the list says.
_NAMESPACE = uuid.UUID("6f5a1ad2-26a1-5b5c-9d3a-0f6b4f6f0a31")


def build() -> str:
    shop = [*python(), *web()]
    same = {one.purl for one in shop}
    # Most shops have one box and none of these.
    boxes = [one._replace(only="two boxes") for one in of_the_boxes() if one.purl not in same]
    components = [_component(one) for one in (*shop, *boxes)]
    text = json.dumps(components, sort_keys=True)
    told: dict[str, Any] = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(_NAMESPACE, text)}",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "ieum", "name": "ieum"}},
        "components": components,
        "dependencies": [{"ref": "ieum", "dependsOn": [one["bom-ref"] for one in components]}],
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def _component(package: Package) -> dict[str, Any]:
    told: dict[str, Any] = {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        # What a lock holds for other systems or Pythons, or for two boxes, is not installed everywhere.
        "scope": "optional" if package.only else "required",
        "licenses": [{"expression": licences.of(package)}],
        "purl": package.purl,
    }
    if package.kind == "npm":
        told["hashes"] = [{"alg": name, "content": value} for name, value in package.hashes]
    if package.only:
        told["properties"] = [{"name": "ieum:only", "value": package.only}]
    return told


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(build(), encoding="utf-8")
