import { newQuickJSWASMModule, newVariant, RELEASE_SYNC } from 'quickjs-emscripten'
import type { ScriptJob } from './messages.ts'
import { runScript } from './sandbox.ts'

const PAGE = 64 * 1024
/** What the interpreter is built to begin with. */
const INITIAL_PAGES = 256

/**
 * The process in which scripts run: a line with a job comes in, a line with
 * its answer goes out, and nothing else. It has no environment, may read
 * nothing but its own code, and is killed when it does not answer in time.
 *
 * Its memory cannot grow further than it was told at its start: QuickJS counts
 * its allocations here without their sizes, so that its own limit only stops
 * single large ones.
 */
const maximum = Number(process.argv[2])
const wasmMemory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum })
const quickjs = await newQuickJSWASMModule(newVariant(RELEASE_SYNC, { wasmMemory }))
/** It grows by a twentieth at least. */
const isFull = () => wasmMemory.buffer.byteLength * 1.05 >= maximum * PAGE
let text = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk: string) => {
  text += chunk
  const end = text.indexOf('\n')
  if (end < 0) return
  const job = JSON.parse(text.slice(0, end)) as ScriptJob
  text = text.slice(end + 1)
  const answer = runScript(quickjs, job, isFull)
  process.stdout.write(`${JSON.stringify(answer)}\n`, () => {
    if (answer.spent) process.exit()
  })
})
process.stdin.on('end', () => process.exit())
process.stdout.write('\n')
