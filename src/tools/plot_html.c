/* plot_html.c - a figure as one page of HTML that is looked at with the pointer: drag to zoom, wheel, values under the
 * pointer, a click on a name hides its curve.  Nothing is loaded from elsewhere.
 */
#include "tools/tools_impl.h"

#include <math.h>
#include <string.h>

static const char head[] =
    "<!DOCTYPE html>\n<html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>\n"
    "<style>body{font:14px sans-serif;margin:12px;color:#222;background:#fff}h1{font-size:18px;margin:4px 0}canvas{"
    "display:block;width:100%;touch-action:none}.k{margin:6px 0 0}.k button{font:12px "
    "sans-serif;border:0;background:none;"
    "cursor:pointer;padding:2px 8px 2px 0}.k button.off{opacity:.35;text-decoration:line-through}#v{font:12px "
    "monospace;"
    "min-height:1.4em;white-space:pre-wrap}@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}.k "
    "button{"
    "color:#ddd}}</style>\n";

/* Everything is drawn anew from the data; ticks are as in plot_draw.c. */
static const char script[] =
    "const box=document.getElementById('p'),say=document.getElementById('v');let range=null,at=null,drag=null;\n"
    "const dark=matchMedia('(prefers-color-scheme:dark)').matches,ink=dark?'#ddd':'#333',grid=dark?'#333':'#ddd';\n"
    "let low=Infinity,high=-Infinity;for(const p of F.panels)for(const s of p.series)for(const x of "
    "s.x)if(x!==null){low="
    "Math.min(low,x);high=Math.max(high,x)}if(!(high>low)){low-=1;high+=1}\n"
    "const views=F.panels.map(p=>{const k=document.createElement('div');k.className='k';for(const s of p.series){const "
    "b="
    "document.createElement('button');b.textContent='\\u2014 "
    "'+s.label;b.style.color=s.colour;b.onclick=()=>{s.off=!s.off;b."
    "classList.toggle('off',s.off);draw()};k.append(b)}const "
    "c=document.createElement('canvas');box.append(k,c);return{p,c}}"
    ");\n"
    "function step(r,n){const a=r/n,e=10**Math.floor(Math.log10(a)),f=a/e;return e*(f<=1?1:f<=2?2:f<=5?5:10)}\n"
    "function text(v){return Math.abs(v)>=1e5||(v&&Math.abs(v)<1e-3)?v.toExponential(2):String(+v.toPrecision(6))}\n"
    "function xt(v){return F.log?text(10**v):text(v)}\n"
    "function near(s,x){let a=0,b=s.x.length-1;while(b-a>1){const m=(a+b)>>1;if(s.x[m]<=x)a=m;else b=m}return "
    "Math.abs(s.x["
    "a]-x)<=Math.abs(s.x[b]-x)?a:b}\n"
    "function draw(){const[x0,x1]=range||[low,high];for(const w of views){const c=w.c,W=c.clientWidth,H=F.height,r="
    "devicePixelRatio||1;c.width=W*r;c.height=H*r;c.style.height=H+'px';const "
    "g=c.getContext('2d');g.scale(r,r);g.font='12px "
    "sans-serif';const L=70,R=W-12,T=8,B=H-34;let y0=Infinity,y1=-Infinity;for(const s of w.p.series)if(!s.off)for(let "
    "i=0;i<"
    "s.x.length;i++){const y=s.y[i];if(y!==null&&s.x[i]>=x0&&s.x[i]<=x1){y0=Math.min(y0,y);y1=Math.max(y1,y)}}\n"
    "if(!(y1>=y0)){y0=0;y1=1}if(y1===y0){const h=Math.abs(y0)*.1||1;y0-=h;y1+=h}else{const h=(y1-y0)*.05;y0-=h;y1+=h}\n"
    "let a0=x0,a1=x1;if(w.p.equal){const ux=(x1-x0)/(R-L),uy=(y1-y0)/(B-T);if(ux<uy){const "
    "m=(x0+x1)/2,h=uy*(R-L)/2;a0=m-h;"
    "a1=m+h}else{const m=(y0+y1)/2,h=ux*(B-T)/2;y0=m-h;y1=m+h}}\n"
    "const "
    "X=v=>L+(v-a0)/(a1-a0)*(R-L),Y=v=>B-(v-y0)/(y1-y0)*(B-T);w.m={L,R,T,B,a0,a1};g.strokeStyle=grid;g.fillStyle=ink;g."
    "lineWidth=1;let "
    "s=step(a1-a0,W/110);if(F.log){s=Math.max(1,Math.ceil(s));if(s===1&&a1-a0<12){g.save();g.globalAlpha=.4;for(let "
    "d=Math.floor(a0);d<=a1;d++)for(let k=2;k<10;k++){const "
    "v=d+Math.log10(k);if(v>a0&&v<a1){g.beginPath();g.moveTo(X(v),T);g.lineTo(X(v),B);g.stroke()}}g.restore()}}g."
    "textAlign='center';for(let "
    "v=Math.ceil(a0/s)*s"
    ";v<=a1+1e-9*s;v+=s){g.beginPath();g.moveTo(X(v),T);g.lineTo(X(v),B);g.stroke();g.fillText(xt(v),X(v),B+14)}\n"
    "s=w.p.degrees?([5,15,45,90,180,360].find(k=>(y1-y0)/k<=H/50+1)||360*Math.ceil((y1-y0)/360/6)):step(y1-y0,H/"
    "50);g.textAlign='right';for(let "
    "v=Math.ceil(y0/s)*s;v<=y1+1e-9*s;v+=s){g.beginPath();g.moveTo(L,Y(v));g."
    "lineTo(R,Y(v));g.stroke();g.fillText(text(v),L-6,Y(v)+4)}\n"
    "g.textAlign='center';g.fillText(F.x,(L+R)/2,B+29);g.save();g.translate(12,(T+B)/2);g.rotate(-Math.PI/"
    "2);g.fillText(w.p.y"
    ",0,0);g.restore();g.save();g.beginPath();g.rect(L,T,R-L,B-T);g.clip();for(const s of "
    "w.p.series){if(s.off)continue;g."
    "strokeStyle=s.colour;g.lineWidth=1.6;g.setLineDash(s.dash);g.beginPath();if(s.points){for(let "
    "i=0;i<s.x.length;i++){const u=X(s.x[i]),v=Y(s.y[i]);g.moveTo(u-5,v);g.lineTo(u+5,v);g.moveTo(u,v-5);g.lineTo(u,v+"
    "5)}g.stroke();continue}let down=false;for(let "
    "i=0;i<s.x.length;i++){if("
    "s.y[i]===null||s.x[i]===null){down=false;continue}if(down)g.lineTo(X(s.x[i]),Y(s.y[i]));else{g.moveTo(X(s.x[i]),Y("
    "s.y[i]"
    "));down=true}}g.stroke()}g.setLineDash([]);if(at!==null&&F.sorted){g.strokeStyle=ink;g.lineWidth=.6;g.beginPath();"
    "g."
    "moveTo(X(at),T);g.lineTo(X(at),B);g.stroke()}if(drag&&drag.to!==undefined){g.fillStyle='rgba(80,120,200,.2)';g."
    "fillRect("
    "X(drag.from),T,X(drag.to)-X(drag.from),B-T)}g.restore()}\n"
    "if(at===null||!F.sorted)say.textContent=F.hint;else{let t=F.x+' = '+xt(at);for(const w of views)for(const s of "
    "w.p."
    "series)if(!s.off&&s.x.length){const v=s.y[near(s,at)];t+='\\n'+s.label+' = "
    "'+(v===null?'-':text(v))}say.textContent=t}}\n"
    "for(const w of views){const c=w.c,val=e=>{const m=w.m,b=c.getBoundingClientRect();return "
    "m.a0+(e.clientX-b.left-m.L)/(m."
    "R-m.L)*(m.a1-m.a0)};c.onpointermove=e=>{at=val(e);if(drag)drag.to=at;draw()};c.onpointerdown=e=>{c."
    "setPointerCapture(e."
    "pointerId);drag={from:val(e)}};c.onpointerup=()=>{if(drag&&drag.to!==undefined){const "
    "a=Math.min(drag.from,drag.to),b="
    "Math.max(drag.from,drag.to);if(b-a>1e-3*(w.m.a1-w.m.a0))range=[a,b]}drag=null;draw()};c.onpointerleave=()=>{at="
    "null;draw"
    "()};c.ondblclick=()=>{range=null;draw()};c.addEventListener('wheel',e=>{e.preventDefault();const[a,b]=range||[low,"
    "high],v"
    "=val(e),k=e.deltaY<0?.8:1.25;range=[v-(v-a)*k,v+(b-v)*k];draw()},{passive:false})}onresize=draw;draw();\n";

/* In a script, </ would end it. */
static void add_json(Text *out, const char *s) {
    Text t = {0};
    base_text_json(&t, s, strlen(s));
    for (size_t i = 0; i < t.n; i++) {
        if (t.at[i] == '<') base_text_add(out, "\\u003c");
        else base_text_char(out, t.at[i]);
    }
    base_text_free(&t);
}

static void add_numbers(Text *out, const char *key, const double *v, size_t n) {
    base_text_printf(out, ",%s:[", key);
    for (size_t i = 0; i < n; i++) {
        if (i) base_text_char(out, ',');
        if (isfinite(v[i])) base_text_printf(out, "%.8g", v[i]);
        else base_text_add(out, "null");
    }
    base_text_char(out, ']');
}

static void add_series(const Plot *p, const PlotSeries *s, Text *out) {
    enum { COLUMNS = 4000 }; /* finer than a screen, for zooming */
    PlotColour c = tool_plot_colour(s->colour);
    PlotPoints points = {0};
    tool_plot_points(p, s, COLUMNS, &points);
    base_text_add(out, "{label:");
    add_json(out, s->label);
    base_text_printf(out, ",colour:'#%02x%02x%02x',dash:[", (int)(c.r * 255), (int)(c.g * 255), (int)(c.b * 255));
    const double *dash = tool_plot_dash(s->dash);
    for (int i = 0; dash[i] > 0; i++) base_text_printf(out, i ? ",%g" : "%g", dash[i]);
    base_text_printf(out, "],points:%s", s->points ? "true" : "false");
    add_numbers(out, "x", points.x.at, points.x.n);
    add_numbers(out, "y", points.y.at, points.y.n);
    base_text_add(out, "},\n");
    vec_free(&points.x);
    vec_free(&points.y);
}

void tool_figure_html(const PlotFigure *f, Text *out) {
    bool sorted = true;
    base_text_add(out, head);
    base_text_add(out, "<title>");
    tool_html_text(out, f->title ? f->title : f->about ? f->about : "Causeway");
    base_text_add(out, "</title>\n");
    if (f->title) {
        base_text_add(out, "<h1>");
        tool_html_text(out, f->title);
        base_text_add(out, "</h1>\n");
    }
    base_text_add(out, "<div id='p'></div><div id='v'></div>\n<script>\nconst F={panels:[");
    for (size_t i = 0; i < f->panels.n; i++) {
        const Plot *p = &f->panels.at[i];
        base_text_printf(out, "{equal:%s,degrees:%s,y:", p->equal ? "true" : "false", p->y.degrees ? "true" : "false");
        add_json(out, p->y.label ? p->y.label : "");
        base_text_add(out, ",series:[");
        for (size_t k = 0; k < p->series.n; k++) {
            add_series(p, &p->series.at[k], out);
            sorted &= p->series.at[k].sorted;
        }
        base_text_add(out, "]},\n");
    }
    base_text_add(out, "],x:");
    add_json(out, f->panels.n && f->panels.at[0].x.label ? f->panels.at[0].x.label : "");
    base_text_printf(
        out,
        ",log:%s,sorted:%s,height:%.0f,hint:'Drag to zoom, scroll to zoom at the cursor, double-click to reset.'};\n",
        f->panels.n && f->panels.at[0].x.log ? "true" : "false", sorted ? "true" : "false",
        fmax(140, f->height / (double)(f->panels.n ? f->panels.n : 1)));
    base_text_add(out, script);
    base_text_add(out, "</script></html>\n");
}
