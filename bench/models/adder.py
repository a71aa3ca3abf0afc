"""The circuit of Modelica.Electrical.Spice3.Examples.Spice3BenchmarkFourBitBinaryAdder for ngspice."""

# Parts of a NAND gate of transistors: inputs a and b, output y, supply s; 0 is ground.
NAND = """qa c e a transistor
qb c e b transistor
qs p c t transistor
qu r p u transistor
qd y t 0 transistor
da 0 a diode
db 0 b diode
du u y diode
re s e 4k
rp s p 1.6k
rt t 0 1k
rr s r 130"""

# Gates of a full adder: inputs and output; a, b and i come in, sum and o go out.
GATES = ["a b g", "a g h", "b g j", "h j k", "i k m", "i m n", "k m q", "n q sum", "m g o"]


def netlist(stop="1u", tolerance="1e-3"):
    """Four full adders in a chain, inputs of growing periods, a load at each output."""
    lines = ["four-bit adder", ".model diode d", ".model transistor npn(bf=75 rb=100 cje=1p cjc=3p)",
             ".subckt nand a b y s", *NAND.split("\n"), ".ends", ".subckt full a b i sum o s"]
    lines += ["x%d %s s nand" % (k, gate) for k, gate in enumerate(GATES)]
    lines += [".ends", "vs s 0 5"]
    for bit in range(4):
        carry = "carry%d" % bit if bit else "0"
        lines.append("x%d a%d b%d %s sum%d carry%d s full" % (bit, bit, bit, carry, bit, bit + 1))
        for k, name in enumerate("ab"):
            width, period = 10 * 2 ** (2 * bit + k), 50 * 2 ** (2 * bit + k)
            lines.append("v%s%d %s%d 0 pulse(0 3 0 10n 10n %dn %dn)" % (name, bit, name, bit, width, period))
    lines += ["r%s %s 0 1k" % (out, out) for out in ("sum0", "sum1", "sum2", "sum3", "carry4")]
    lines += [".options acct reltol=%s" % tolerance, ".tran 1n %s uic" % stop, ".print tran v(sum0)", ".end"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(netlist(), end="")
