import { text } from 'node:stream/consumers'
import { withLocalToken } from './local-token.ts'
import { ask } from './login/ask.ts'
import { loginPath, openLoginFile } from './login/login-file.ts'
import { runProgram } from './program.ts'
import type { Terminal } from './terminal.ts'

/** The command line in the real world: the terminal, Ctrl-C and the exit code. */
const interrupted = new AbortController()
process.once('SIGINT', () => {
  interrupted.abort()
  // Standard input is closed so that a command which waits for it ends.
  process.stdin.destroy()
})
// The reader of the output may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const terminal: Terminal = {
  out: (written) => void process.stdout.write(written),
  say: (written) => void process.stderr.write(written),
  ask: (question, how) => ask(question, { isHidden: how === 'hidden', signal: interrupted.signal }),
  input: () => text(process.stdin),
  columns: process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
  colours: process.stdout.isTTY && process.stdout.hasColors() && process.env.NO_COLOR === undefined,
  now: Date.now,
  signal: interrupted.signal,
}
const { PORT = '3000', HEDDLE_URL, HEDDLE_TOKEN } = process.env
process.exitCode = await runProgram(process.argv.slice(2), {
  terminal,
  url: `http://127.0.0.1:${PORT}`,
  environment: { url: HEDDLE_URL || undefined, token: HEDDLE_TOKEN || undefined },
  loginFile: openLoginFile(loginPath(process.env)),
  send: withLocalToken(fetch, process.env),
})
