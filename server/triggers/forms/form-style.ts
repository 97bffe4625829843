/** The style of the pages of forms, in the page itself: a form needs no other file. */
export const formStyle = `
:root { color-scheme: light dark; --bg: #f6f7f9; --surface: #fff; --ink: #16191f; --muted: #565d6b; --line: #c4c9d2; --accent: #2456c9; --fault: #b3261e; --fault-bg: #fdecea }
@media (prefers-color-scheme: dark) { :root { --bg: #111318; --surface: #1a1d24; --ink: #eceef2; --muted: #a4abb8; --line: #454b58; --accent: #8fb1ff; --fault: #ffb4ab; --fault-bg: #3b1613 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem }
p { margin: 0 }
.intro { color: var(--muted); white-space: pre-line }
form { margin-top: 1.5rem; display: grid; gap: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 0; padding: 1rem; display: grid; gap: 1rem; min-width: 0 }
fieldset.field { gap: .35rem }
legend { font-weight: 600; padding: 0 .25rem }
.field { display: grid; gap: .25rem; min-width: 0 }
label { font-weight: 600 }
label.box { font-weight: 400; display: flex; gap: .5rem; align-items: baseline }
.help { color: var(--muted); font-size: .9rem; white-space: pre-line }
.fault { color: var(--fault); font-size: .9rem }
.problem { margin-top: 1rem; padding: .75rem 1rem; border-radius: .5rem; border: 1px solid var(--fault); background: var(--fault-bg); color: var(--fault) }
.problem ul { margin: .25rem 0 0; padding-left: 1.25rem }
.problem a { color: inherit }
input:not([type=checkbox]), select, textarea { width: 100%; font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .6rem }
textarea.code { font-family: ui-monospace, monospace; font-size: .9rem }
:is(input, select, textarea)[aria-invalid=true] { border-color: var(--fault) }
button { justify-self: start; font: inherit; font-weight: 600; color: var(--surface); background: var(--accent); border: 0; border-radius: .4rem; padding: .6rem 1.25rem; cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.trap { position: absolute; left: -100vw; width: 1px; height: 1px; overflow: hidden }
`
