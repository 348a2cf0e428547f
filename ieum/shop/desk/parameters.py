"""Query parameters of every list. Apart from `lists`, because jobs and commands need no web framework."""

from typing import Annotated

from litestar.params import QueryParameter

After = Annotated[str | None, QueryParameter(max_length=500, required=False)]
Size = Annotated[int, QueryParameter(ge=1, le=200, required=False)]
# The database's texts have no NUL.
Words = Annotated[str | None, QueryParameter(max_length=100, pattern=r"^[^\x00]*$", required=False)]
