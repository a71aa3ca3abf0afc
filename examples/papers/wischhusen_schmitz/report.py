# A sheet for the customer: heat, sun and gas of each month of a year, with prices of the paper (gas 3.6 Ct/kWh, efficiency 94 %).
# RUN: causeway simulate Causeway.Buildings.Examples.HouseOverAYear -o year.csv --signals <(printf 'heat\ngain\nroom.Ta\nTout\n') && python3 %s year.csv %t.sheet.html
# CHECK: year: 79{{[0-9]+}} kWh of heat
# FILE-CHECK: %t.sheet.html <th>January</th>
"""usage: report.py RESULT.csv SHEET.html"""
import csv
import sys

DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
NAMES = "January February March April May June July August September October November December".split()
GAS, EFFICIENCY = 0.036, 0.94

rows = [{k: float(v) for k, v in r.items()} for r in csv.DictReader(open(sys.argv[1]))]


def at(t, name):
    return min(rows, key=lambda r: abs(r["time"] - t))[name]/3.6e6


lines, day, total = [], 0, 0.0
for name, days in zip(NAMES, DAYS):
    begin, day = day*86400, day + days
    inside = [r["room.Ta"] - 273.15 for r in rows if begin <= r["time"] <= day*86400]
    heat, sun = at(day*86400, "heat") - at(begin, "heat"), at(day*86400, "gain") - at(begin, "gain")
    total += heat
    lines.append("<tr><th>%s</th><td>%.0f</td><td>%.0f</td><td>%.2f</td><td>%.1f to %.1f</td></tr>" %
                 (name, heat, sun, heat/EFFICIENCY*GAS, min(inside), max(inside)))
with open(sys.argv[2], "w") as f:
    f.write("<!doctype html><meta charset='utf-8'><title>A year of heating</title><h1>A year of heating</h1><table border='1' cellpadding='4'>"
            "<tr><th>month</th><th>heat [kWh]</th><th>sun [kWh]</th><th>gas [EUR]</th><th>room [&deg;C]</th></tr>%s</table>"
            "<p>Year: %.0f kWh of heat, %.2f EUR for gas.</p>" % ("".join(lines), total, total/EFFICIENCY*GAS))
print("year: %.0f kWh of heat, %.2f EUR for gas" % (total, total/EFFICIENCY*GAS))
