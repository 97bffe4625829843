import { spawn } from 'node:child_process'
import querystring from 'node:querystring'

/**
 * Sends a JSON text to a URL (by POST) or to a command (on its standard input), and waits for success: a 2xx response,
 * or exit code 0. A call longer than `timeoutMs` is aborted; a command is killed with all its child processes.
 */
export interface OutsideCall {
  readonly id: string
  readonly body: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export function callOutside(target: string, call: OutsideCall): Promise<void> {
  return /^https?:/i.test(target) ? post(target, call) : run(target, call)
}

async function post(target: string, { id, body, timeoutMs, signal }: OutsideCall): Promise<void> {
  const { url, authorization } = withoutCredentials(target)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': id, 'user-agent': 'heddle', ...authorization },
    body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`it answered ${response.status}`)
}

/** `fetch` refuses a URL with a name and a password, and its error message contains both. */
function withoutCredentials(target: string): { url: URL; authorization: { authorization?: string } } {
  const url = new URL(target)
  const { username, password } = url
  if (username === '' && password === '') return { url, authorization: {} }
  url.username = ''
  url.password = ''
  // Unlike `decodeURIComponent`, `unescape` keeps a percent sign that begins no escape.
  const pair = Buffer.from([username, password].map((each) => querystring.unescape(each)).join(':')).toString('base64')
  return { url, authorization: { authorization: `Basic ${pair}` } }
}

function run(command: string, { body, timeoutMs, signal }: OutsideCall): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const child = spawn(command, {
      shell: true,
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const end = (why: string) => {
      // The command has its own process group, so its child processes end with it.
      if (child.pid) killGroup(child.pid)
      reject(new Error(why))
    }
    const timer = setTimeout(() => end(`it did not end within ${timeoutMs} ms`), timeoutMs)
    const onAbort = () => end('Heddle is stopping')
    signal.addEventListener('abort', onAbort)
    const forget = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    child.on('error', (error) => {
      forget()
      reject(error)
    })
    child.on('close', (code, killedBy) => {
      forget()
      if (code === 0) resolve()
      else reject(new Error(`it ended with ${killedBy ?? `code ${code}`}`))
    })
    // A command need not read its input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(body)
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // The process group has ended already.
  }
}
