"""One change to many rows: frozen at the press, carried out row by row by a job, with a result for each."""
