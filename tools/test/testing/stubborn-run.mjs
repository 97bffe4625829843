// A small run of the test command for processes.test.ts: a script that starts a
// process in a group of its own which ignores SIGTERM, tells its pid, and waits.
import { join } from 'node:path'
import { endOnSignals, runScript } from '../processes.mjs'

endOnSignals({ graceMs: 1_000 })
await runScript('Stubborn', join(import.meta.dirname, 'stubborn.mjs'))
