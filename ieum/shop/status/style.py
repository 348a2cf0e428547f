"""The style of the status page: the tokens and measures of the shop's look without its build, in the page itself."""

import base64
import hashlib

# In the order of the page. The shop's own measures are in `web/src/ui/theme.css` and beside the components there.
SHEET = """\
@font-face{font-family:"Noto as wide";src:local("NotoSansCJKkr-Regular"),local("Noto Sans CJK KR");size-adjust:93.9%;
unicode-range:U+1100-11FF,U+3130-318F,U+AC00-D7A3}
:root{color-scheme:light dark;--paper:#fff;--surface:#f5f7f8;--ink:#10151c;--ink-2:#475063;--ink-3:#667085;
--line:#dde2e8;--accent:#006b63;--hover:#00544e;--on-accent:#fff;--ok:#087f5b;--calm:#a9d6c4;--degraded:#9a5b00;
--down:#c0362c;--mark-degraded:#d98a1f;--ok-tint:#eaf8f2;--degraded-tint:#fff4e0;--down-tint:#fdecea;
--scrim:rgb(16 21 28/45%);--float:0 12px 32px -8px rgb(16 21 28/16%),0 0 0 1px rgb(16 21 28/6%)}
@media (prefers-color-scheme:dark){:root{--paper:#0e1318;--surface:#161c23;--ink:#e8ecf1;--ink-2:#a5b0bf;
--ink-3:#8592a3;--line:#2a323c;--accent:#4fd1c0;--hover:#7bdfd2;--on-accent:#0e1318;--ok:#4cc99a;--calm:#235a48;
--degraded:#e8ae5a;--down:#f2887d;--mark-degraded:#e8ae5a;--ok-tint:#10291f;--degraded-tint:#2e2312;
--down-tint:#351b19;--scrim:rgb(0 0 0/60%);--float:0 12px 32px -8px rgb(0 0 0/60%),0 0 0 1px #2a323c}}
*,::before,::after{box-sizing:border-box}
html{font:400 16px/1.65 "Pretendard Variable",Pretendard,"Noto as wide",-apple-system,"Apple SD Gothic Neo",
"Malgun Gothic","Noto Sans KR",sans-serif;color:var(--ink);background:var(--paper);word-break:keep-all;
overflow-wrap:anywhere;-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:88px}
body,p,ul,ol,dl,dd,h1,h2,h3{margin:0;padding:0}
ul,ol{list-style:none}
a{color:inherit;text-decoration:none;text-underline-offset:4px}
button,summary{font:inherit;color:inherit;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
h1,h2,h3{font-weight:700;letter-spacing:-.02em;text-wrap:balance}
.page{width:100%;max-width:1168px;margin:0 auto;padding:0 24px}
.unseen,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:fixed;z-index:40;top:12px;left:12px;padding:12px 16px;border-radius:10px;color:var(--paper);
background:var(--ink)}
.top{position:sticky;top:0;z-index:20;border-bottom:1px solid var(--line);background:var(--paper)}
.top>.page{display:flex;align-items:center;gap:48px;height:64px}
.logo{display:inline-flex;align-items:center;gap:10px;min-height:44px;min-width:0}
.logo img{display:block;height:32px;width:auto;max-width:160px;object-fit:contain;object-position:left}
.logo svg{flex:none}
.logo span{font-size:22px;line-height:1.4;font-weight:700;letter-spacing:-.025em}
.ring{stroke:var(--ink)}.join{stroke:var(--accent)}.end{fill:var(--accent)}
.wide{display:none}
.wide>ul{display:flex;gap:8px}
.wide li{position:relative}
.wide>ul>li>a{display:flex;align-items:center;height:72px;padding:0 12px;color:var(--ink-2);font-weight:600;
white-space:nowrap}
.wide li ul{position:absolute;top:100%;left:0;min-width:176px;padding:8px;border-radius:14px;background:var(--paper);
box-shadow:var(--float);visibility:hidden;opacity:0;transition:opacity .15s}
.wide>ul>li:hover>ul,.wide>ul>li:focus-within>ul{visibility:visible;opacity:1}
.wide li ul a,#menu li a{display:flex;align-items:center;min-height:44px;padding:0 12px;border-radius:10px;
font-size:15px;line-height:1.6}
#menu li a{color:var(--ink-2)}
.ways{gap:8px}
.ways>a{display:flex;align-items:center;justify-content:center;min-height:44px;padding:0 12px;color:var(--ink-2);
font-size:15px;line-height:1.6;font-weight:500}
.ways>.button{padding:0 16px;border:1px solid var(--ink-3);border-radius:10px;color:var(--ink);
background:var(--paper);font-weight:600}
.ways>.main{border-color:transparent;color:var(--on-accent);background:var(--accent)}
.narrow{margin:0 -8px 0 auto}
@supports not selector(:popover-open){.narrow{display:none}}
.icon{display:grid;place-items:center;flex:none;width:44px;height:44px;padding:0;border:0;border-radius:10px;
background:none}
.sign{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
#menu{position:fixed;inset:0 0 0 auto;width:min(360px,100vw);height:100vh;height:100dvh;max-height:none;margin:0;
padding:10px 24px 32px;border:0;overflow-y:auto;color:var(--ink);background:var(--paper);box-shadow:var(--float)}
#menu::backdrop{background:var(--scrim)}
#menu>.icon{margin:0 -8px 10px auto}
#menu>.ways{display:grid;grid-template-columns:1fr 1fr;padding-bottom:24px;border-bottom:1px solid var(--line)}
#menu details{border-bottom:1px solid var(--line)}
#menu ul{padding-bottom:12px}
summary{display:flex;align-items:center;justify-content:space-between;min-height:56px;font-weight:600;list-style:none}
summary::-webkit-details-marker{display:none}
summary svg{width:20px;height:20px}
[open]>summary svg{transform:rotate(180deg)}
main{min-height:100vh;padding:48px 0 72px}
main>.page>*{max-width:800px;margin-left:auto;margin-right:auto}
.kind{color:var(--accent);font-size:13px;line-height:1.55;font-weight:600}
h1{margin-top:8px;font-size:28px;line-height:1.35}
h2{margin-top:48px;font-size:22px;line-height:1.4}
h3{font-size:18px;line-height:1.4}
.quiet,time{color:var(--ink-2);font-size:15px;line-height:1.6;font-variant-numeric:tabular-nums}
h1+.quiet{margin-top:8px}
h2+*{margin-top:16px}
main p a,.lined{text-decoration:underline;text-decoration-color:var(--line)}
.again{display:inline-flex;align-items:center;min-height:44px;margin-left:8px}
.card{border:1px solid var(--line);border-radius:14px}
.parts{margin-top:24px}
.parts li{padding:16px 20px;display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px}
.card>li+li{border-top:1px solid var(--line)}
.parts li>:first-child{font-weight:600}
.parts p{flex-basis:100%;color:var(--ink-2);font-size:15px;line-height:1.6}
.state{font-weight:600;white-space:nowrap}
.state::before{content:"";display:inline-block;width:8px;height:8px;border-radius:4px;margin-right:8px;
background:currentColor;vertical-align:2px}
.ok{color:var(--ok)}.degraded{color:var(--degraded)}.down{color:var(--down)}.notice{color:var(--ink-2)}
.days li{padding:16px 20px}
.days p{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px}
.days .name{font-weight:600}
.strip{display:block;width:100%;height:32px;margin:8px 0 4px;fill:none}
.strip path{stroke:var(--calm);stroke-dasharray:4 1.5}
.strip .some{stroke:var(--mark-degraded)}.strip .none{stroke:var(--down)}
.ends{color:var(--ink-3);font-size:13px;line-height:1.55}
.key{display:flex;flex-wrap:wrap;gap:4px 20px;color:var(--ink-2);font-size:13px;line-height:1.55}
h2+.key{margin-top:8px}
.key+*{margin-top:12px}
.key i{display:inline-block;width:8px;height:16px;margin-right:8px;background:var(--calm);vertical-align:-3px}
.key .some{background:var(--mark-degraded)}.key .none{background:var(--down)}
article{margin-top:16px;padding:20px;border:1px solid var(--line);border-radius:14px}
article .state{font-size:15px}
article summary{min-height:44px;align-items:flex-start;font-weight:400;gap:16px}
article summary svg{flex:none;margin-top:2px}
article ol{margin-top:16px;display:grid;gap:16px}
article li{padding-left:16px;border-left:2px solid var(--line)}
article li p{white-space:pre-line}
article li strong{font-weight:600;margin-right:8px}
.empty{padding:20px;border-radius:14px;color:var(--ink-2);background:var(--surface)}
.older{margin-top:16px}
.older li{padding:12px 20px}
.older p{font-weight:600}
.closing{margin-top:48px}
.feeds{display:flex;flex-wrap:wrap;gap:0 24px;font-size:15px}
.feeds a{display:inline-flex;align-items:center;min-height:44px;text-decoration:underline;
text-decoration-color:var(--line)}
footer{border-top:1px solid var(--line);background:var(--surface)}
footer>.page{display:grid;gap:32px;padding-top:48px;padding-bottom:48px}
.reach{display:flex;flex-direction:column;justify-content:space-between;gap:32px}
.reach p{color:var(--ink-2);font-size:13px;line-height:1.55}
.reach .phone{margin-bottom:4px;color:var(--ink);font-size:22px;line-height:1.4;font-weight:700;
font-variant-numeric:tabular-nums}
footer ul{display:flex;flex-wrap:wrap;gap:0 24px;font-size:15px;line-height:1.6}
footer li a{display:flex;align-items:center;min-height:44px}
.prominent{font-weight:700}
footer dl{display:flex;flex-wrap:wrap;gap:4px 24px;color:var(--ink-2);font-size:13px;line-height:1.55;
font-variant-numeric:tabular-nums}
footer dl div{display:flex;gap:8px}
dt{flex:none;color:var(--ink-3)}
@media (max-width:639px){.page{padding-left:20px;padding-right:20px}}
@media (min-width:1024px){main{padding-top:72px}h1{font-size:36px;line-height:1.3}.reach{flex-direction:row}}
@media (min-width:1280px){.top>.page{height:72px}.wide{display:block}.wide.ways{display:flex;align-items:center;
margin-left:auto}.narrow{display:none}}
@media (hover:hover){.wide a:hover{color:var(--ink)}.wide li ul a:hover,#menu li a:hover,.icon:hover,
.ways>.button:hover{background:var(--surface)}.ways>.main:hover{background:var(--hover)}
footer li a:hover,.phone a:hover{text-decoration:underline}.lined:hover,main p a:hover,.feeds a:hover{
text-decoration-color:var(--ink-3)}}
@media (prefers-color-scheme:dark){.logo img{padding:4px;border-radius:10px;background:#fff}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media print{.top,.skip,.feeds,.again{display:none}main{min-height:0;padding:0}}
"""
# Allows exactly this style (CSP level 2).
SHA256 = base64.b64encode(hashlib.sha256(SHEET.encode()).digest()).decode()
