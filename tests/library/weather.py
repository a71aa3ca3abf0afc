# RUN: python3 %s make
# RUN: causeway simulate house.mo Day -o epw.csv && causeway simulate house.mo Day -o tmy.csv -p 'file="year.tmy3"' && causeway simulate house.mo Day -o no.csv -p 'file="none.epw"'
# EXIT: 4
# CHECK: none.epw
# RUN: python3 %s look
# CHECK: weather in order
"""Weather of a year as EPW and as TMY3: values at the hour, radiation in the middle of an hour, the year again after its end."""
import csv
import math
import sys


def make():
    rows = [(k % 24, 0.5 + k % 24/100, max(0, 500*math.sin((k % 24 - 6)/12*math.pi))) for k in range(48)]
    with open("year.epw", "w") as f:
        f.write("LOCATION,Here,-,DEU,none,0,50.0,8.0,1.0,100.0\n" + "X\n"*7)
        for k, (t, h, g) in enumerate(rows):
            f.write("1999,1,%d,%d,60,A,%.9g,0,%.9g,101325,0,0,0,%.9g,100,50,0,0,0,0,180,3.5\n" % (1 + k//24, k % 24 + 1, t, 100*h, g))
    with open("year.tmy3", "w") as f:
        f.write('1,"Here",XX,1.0,50.0,8.0,100\n')
        f.write("Date,Time,GHI (W/m^2),DNI (W/m^2),DHI (W/m^2),Dry-bulb (C),RHum (%),Pressure (mbar),Wspd (m/s),a\n")
        for k, (t, h, g) in enumerate(rows):
            f.write("01/0%d/1999,%d:00,%.9g,100,50,%.9g,%.9g,1013.25,3.5,0\n" % (1 + k//24, k % 24 + 1, g, t, 100*h))
    with open("house.mo", "w") as f:
        f.write("""model Day
  parameter String file = "year.epw";
  Causeway.Buildings.Weather weather(file = file);
  Real T = weather.T, total = weather.total, wind = weather.wind, latitude = Causeway.Buildings.weatherPlace(weather.data, 1);
  annotation(experiment(StopTime = 259200, Interval = 1800));
end Day;
""")


def look():
    both = [list(csv.DictReader(open(n))) for n in ("epw.csv", "tmy.csv")]
    for rows in both:
        at = {round(float(r["time"])): r for r in rows}
        near = lambda r, name, value: abs(float(r[name]) - value) < 1e-6 or sys.exit("%s at %s" % (name, r["time"]))
        near(at[4*3600], "T", 276.15)
        near(at[4*3600 + 1800], "T", 276.65)
        near(at[8*3600], "total", (500*math.sin(math.pi/12) + 500*math.sin(math.pi/6))/2)
        near(at[8*3600 + 1800], "total", 500*math.sin(2*math.pi/12))
        near(at[52*3600], "T", 276.15)
        near(at[0], "wind", 3.5)
        near(at[0], "latitude", 50)
    print("weather in order")


make() if sys.argv[1] == "make" else look()
