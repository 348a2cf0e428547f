"""The words of requests of tax invoices."""

from collections.abc import Mapping

from ieum.shop.invoices.desk.types import InvoiceState
from ieum.shop.kernel.words import Tone

STATES: Mapping[InvoiceState, str] = {"open": "처리 전", "issued": "발행", "refused": "거절"}
TONES: Mapping[InvoiceState, Tone] = {"open": "warn", "issued": "ok", "refused": "danger"}
