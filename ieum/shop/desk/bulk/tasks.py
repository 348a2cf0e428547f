"""The name of the task that goes through the rows of bulk runs."""

RUN = "desk.run_bulk"
