# RUN: python3 %s causeway
# CHECK: models agree at every scale
# TIMEOUT: 300
"""A model with all its quantities scaled by 10^k gives the same scaled result, whatever k is.

Each model has a quantity S in which everything but time and pure numbers is measured; what `compared` lists must be the
same multiple of S, and what `counted` lists the same number, whatever S is.
"""
import csv
import subprocess
import sys

TOOL = sys.argv[1]
SCALES = [int(k) for k in sys.argv[2:]] or [-9, 6]

# name: (declarations, equations, stop, compared, counted, relative tolerance)
MODELS = {
    'oscillator': ('Real x(start=0,fixed=true), v(start=S,fixed=true); Integer n(start=0,fixed=true); Real y(start=0,fixed=true);',
                   'der(x)=v; der(v)=-x; der(y)=if x>0 then S else 0; when x<0 then n=pre(n)+1; end when;',
                   20, 'x v y', 'n', 1e-3),
    'rectifier': ('Real u=S*sin(6*time), i, s, v(start=0,fixed=true); Boolean off(start=true);',
                  'off = s < 0; u - v = if off then s else 1e-6*s; i = if off then 0 else s; der(v) = i - v;',
                  3, 'v', '', 1e-3),
    'high_resistance': ('Real u=S*sin(6*time), i, s, v, q(start=0,fixed=true); Boolean off(start=true);',
                        'off = s < 0; u - v = if off then s else 0; i = if off then 0 else s; v = 1e9*i; der(q) = i*1e9;',
                        3, 'q', '', 1e-3),
    'thermostat': ('Real x(start=0,fixed=true); Boolean on(start=true,fixed=true); Integer n(start=0,fixed=true);',
                   'der(x) = (if on then 2*S else 0) - x; on = if pre(on) then x < S else x < 0.5*S; when on then n=pre(n)+1; end when;',
                   10, 'x', 'n', 1e-3),
    'ball': ('Real h(start=S,fixed=true), v(start=0,fixed=true); Integer n(start=0,fixed=true);',
             'der(h)=v; der(v)=-S; when h<0 then reinit(v,-0.8*pre(v)); n=pre(n)+1; end when;',
             8, 'h v', 'n', 1e-3),
    'cubic': ('Real x(start=0,fixed=true), z(start=0);', 'der(x)=S*cos(time)-0.1*x; z^3/S^2 + 0.1*z = x;', 5, 'x z', '', 1e-3),
    'pair': ('Real x(start=S,fixed=true), a(start=0.5*S), b(start=0.5*S);',
             'der(x)=-0.2*x+S*sin(time); a + 0.5*S*tanh(b/S) = x; b - 0.5*S*tanh(a/S) = 0.3*S;', 5, 'x a b', '', 1e-3),
    'relay': ('Real x(start=S,fixed=true), q(start=0,fixed=true);',
              'der(x) = (if x>0 then -S else S) + 0.3*S*sin(time); der(q) = abs(x);', 3, 'q', '', 5e-3),
    'van_der_pol': ('Real x(start=2*S,fixed=true), y(start=0,fixed=true); Integer n(start=0,fixed=true);',
                    'der(x)=y; der(y)=5*((1-(x/S)^2)*y)-x; when x>0 then n=pre(n)+1; end when;', 20, 'x', 'n', 5e-3),
    'pendulum': ('Real x(start=S,fixed=true), y(start=0), vx, vy(start=0,fixed=true), F; Integer n(start=0,fixed=true);',
                 'der(x)=vx; der(y)=vy; der(vx)=-F*x/S; der(vy)=-F*y/S-S; x^2+y^2=S^2; when x<0 then n=pre(n)+1; end when;',
                 6, 'x y', 'n', 1e-3),
    'diode': ('Real u=S*sin(6*time), i, v(start=0,fixed=true);', 'i = 1e-6*S*(exp((u-v)/(0.05*S))-1); der(v)=i-v;',
              3, 'v i', '', 1e-3),
    'hold': ('Real a=S*sin(time), y(start=0,fixed=true), m = max(a, 0.5*S), c = min(a, 0.2*S), z(start=0,fixed=true);',
             'der(y)=if a>0 then S else 0; der(z)=m+c+abs(a);', 5, 'y z', '', 1e-3),
    'decay': ('Real x(start=S,fixed=true); Integer n(start=0,fixed=true); Real t1(start=0,fixed=true);',
              'der(x)=-x; when x<1e-3*S then n=pre(n)+1; t1=time; end when;', 10, 't1*S', 'n', 1e-3),
    'sampled': ('Real x(start=0,fixed=true); discrete Real u(start=0,fixed=true);',
                'der(x)=u-x; when sample(0,0.1) then u = if x > 0.6*S then 0 else S; end when;', 4, 'x', '', 1e-3),
    'chemistry': ('Real a(start=S,fixed=true), b(start=0.5*S,fixed=true), c(start=0,fixed=true);',
                  'der(a)=-1e3*a*b/S; der(b)=-1e3*a*b/S+10*c; der(c)=1e3*a*b/S-10*c;', 2, 'a b c', '', 1e-3),
    'delayed': ('Real x(start=S,fixed=true);', 'der(x)=-delay(x,1);', 5.5, 'x', '', 1e-3),
    'step_start': ('Real x(start=0,fixed=true), v(start=0,fixed=true); Integer n(start=0,fixed=true);',
                   'der(x)=v; der(v)=(if time>1 then S else 0)-0.2*v-4*x; when x > 0.3*S then n=pre(n)+1; end when;',
                   8, 'x v', 'n', 1e-3),
}


def run(name, k):
    declared, equations, stop, compared, counted, tol = MODELS[name]
    file = f'{name}_{k + 100}'
    compared = compared.split()
    with open(file + '.mo', 'w') as f:
        f.write(f'model M constant Real S=1e{k}; {declared}\nequation {equations}\nend M;\n')
    done = subprocess.run([TOOL, 'simulate', file + '.mo', '-o', file + '.csv', '--stop', str(stop), '--tolerance', '1e-7'],
                          capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr
    rows = list(csv.reader(open(file + '.csv')))
    last = dict(zip(rows[0], rows[-1]))
    scaled = [float(last[c[:-2]]) if c.endswith('*S') else float(last[c]) / 10.0**k for c in compared]
    return scaled + [float(last[c]) for c in counted.split()], done.stderr


bad = 0
for name, model in MODELS.items():
    right, said = run(name, 0)
    if right is None:
        print(name, 'at scale 1:', said)
        bad += 1
        continue
    size = max(abs(x) for x in right[:len(model[3].split())])
    for k in SCALES:
        got, said = run(name, k)
        if got is None:
            print(f'{name} at 1e{k}: {said}')
            bad += 1
            continue
        n = len(model[3].split())
        off = max(abs(a - b) for a, b in zip(got[:n], right[:n])) / size
        if off > model[5] or got[n:] != right[n:]:
            print(f'{name} at 1e{k}: {got} instead of {right} (off by {off:.2g})')
            bad += 1
if not bad:
    print(len(MODELS), 'models agree at every scale')
sys.exit(bad > 0)
