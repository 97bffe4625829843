import { getQuickJS } from 'quickjs-emscripten'
import type { ScriptJob } from './messages.ts'
import { runScript } from './sandbox.ts'

/**
 * The process in which scripts run: a line with a job comes in, a line with
 * its answer goes out, and nothing else. It has no environment, may read
 * nothing but its own code, and is killed when it does not answer in time.
 */
const quickjs = await getQuickJS()
let text = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk: string) => {
  text += chunk
  const end = text.indexOf('\n')
  if (end < 0) return
  const job = JSON.parse(text.slice(0, end)) as ScriptJob
  text = text.slice(end + 1)
  const answer = runScript(quickjs, job)
  process.stdout.write(`${JSON.stringify(answer)}\n`, () => {
    if (answer.spent) process.exit()
  })
})
process.stdin.on('end', () => process.exit())
process.stdout.write('\n')
