/** The style of the pages of forms, in the page itself: a form needs no other file. Its colours are those of the app. */
export const formStyle = `
:root { color-scheme: light dark; --bg: #faf9f7; --surface: #fff; --ink: #1c1b19; --muted: #5f5c55; --line: #e5e3de; --thread: #8c8880; --accent: #3d44b8; --on-accent: #fff; --fault: #b92727; --fault-bg: #fdeaea }
@media (prefers-color-scheme: dark) { :root { --bg: #151413; --surface: #1c1b1a; --ink: #eceae5; --muted: #aaa69d; --line: #2d2b29; --thread: #7b776f; --accent: #979df5; --on-accent: #14142a; --fault: #ff8a85; --fault-bg: #3c1b1b } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif; -webkit-font-smoothing: antialiased }
main { max-width: 38rem; margin: 0 auto; padding: clamp(1.5rem, 6vh, 4rem) 1.25rem 4rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; font-weight: 600; letter-spacing: -.015em; line-height: 1.3; margin: 0 0 .375rem }
p { margin: 0 }
.intro { color: var(--muted); white-space: pre-line }
form { margin-top: 1.5rem; display: grid; gap: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 0; padding: 1rem; display: grid; gap: 1rem; min-width: 0 }
fieldset.field { border: 0; padding: 0; gap: .375rem }
legend { font-size: .9375rem; font-weight: 600; padding: 0 .375rem }
fieldset.field legend { font-weight: 500; padding: 0 0 .375rem }
.field { display: grid; gap: .375rem; min-width: 0 }
label { font-size: .9375rem; font-weight: 500 }
label.box { font-weight: 400; display: flex; gap: .625rem; align-items: center }
label.box input { flex: none; width: 1.0625rem; height: 1.0625rem; margin: 0; accent-color: var(--accent) }
.help { color: var(--muted); font-size: .875rem; white-space: pre-line }
.fault { color: var(--fault); font-size: .875rem }
.problem { margin-top: 1.25rem; padding: .75rem 1rem; border-radius: .5rem; background: var(--fault-bg); color: var(--fault); font-size: .9375rem }
.problem ul { margin: .25rem 0 0; padding-left: 1.25rem }
.problem a { color: inherit }
input:not([type=checkbox]), select, textarea { width: 100%; min-height: 2.625rem; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--thread); border-radius: .5rem; padding: .5rem .75rem }
select { padding-right: .5rem }
textarea { display: block; resize: vertical }
textarea.code { font-family: ui-monospace, monospace; font-size: .875rem }
:is(input, select, textarea)[aria-invalid=true] { border-color: var(--fault) }
button { justify-self: start; min-height: 2.625rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: .5rem; padding: .5rem 1.5rem; cursor: pointer }
button:hover { filter: brightness(1.08) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.trap { position: absolute; left: -100vw; width: 1px; height: 1px; overflow: hidden }
@media (width < 30rem) { form { padding: 1.125rem } button { width: 100% } }
`
