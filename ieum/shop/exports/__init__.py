"""Lists that staff take away as files: what the filters found, made by a job, downloaded by whoever asked."""
