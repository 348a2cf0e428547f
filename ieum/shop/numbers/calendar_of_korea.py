"""A program: prints the public holidays of Korea in the years that it is given, a day and a name in each line.

In a process of its own, because the calendars of all countries take 21 MB for as long as a process lives.
"""

import sys

from holidays import country_holidays


def main(years: list[str]) -> None:
    known = country_holidays("KR", years=[int(year) for year in years])
    lines = [f"{day.isoformat()} {name}\n" for day, name in sorted(known.items())]
    sys.stdout.buffer.write("".join(lines).encode())


if __name__ == "__main__":
    main(sys.argv[1:])
