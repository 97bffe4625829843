import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limits } from '#core/limits.ts'
import type { ScriptAnswer, ScriptJob } from './messages.ts'

export type ScriptEnd = { readonly answer: ScriptAnswer } | { readonly lost: string } | { readonly killed: true }

/** One child process and the script that it runs. It serves one owner only. */
export interface ScriptChild {
  readonly busy: boolean
  readonly ownerId: string | null
  readonly usable: boolean
  run(ownerId: string, job: ScriptJob): Promise<ScriptEnd>
  kill(): void
}

/** What a child may read: its own code, packages, and the descriptions of packages that lie on the way there. */
const root = join(import.meta.dirname, '..', '..', '..', '..')
const packages = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('quickjs-emscripten')))))
const above = Array.from({ length: 4 }, (_, levels) => join(import.meta.dirname, ...Array(levels + 1).fill('..')))
const readable = [
  import.meta.dirname,
  packages,
  join(root, 'node_modules'),
  ...above.map((folder) => join(folder, 'package.json')),
]

/** Node's own permissions come on top of the sandbox: should a script ever break out of it, it finds no files, processes or threads. */
const nodeArguments = [
  '--permission',
  ...[...new Set(readable)].map((path) => `--allow-fs-read=${path}`),
  '--disallow-code-generation-from-strings',
  '--disable-proto=delete',
  '--max-old-space-size=192',
  '--disable-warning=ExperimentalWarning',
]

const memoryPages = String((limits.script.interpreterBytes + limits.script.memoryBytes) / 65_536)

export function startScriptChild(log: (line: string) => void, onGone: (child: ScriptChild) => void): ScriptChild {
  const module = join(import.meta.dirname, 'child.ts')
  const process_: ChildProcess = spawn(process.execPath, [...nodeArguments, module, memoryPages], {
    env: {} as NodeJS.ProcessEnv,
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let ownerId: string | null = null
  let jobs = 0
  let usable = true
  let ready = false
  let said = ''
  let complaint = ''
  let settle: ((end: ScriptEnd) => void) | null = null
  let onReady: () => void = () => undefined
  let timer: NodeJS.Timeout | null = null

  const end = (how: ScriptEnd) => {
    if (timer) clearTimeout(timer)
    timer = null
    const done = settle
    settle = null
    if (!usable || jobs >= limits.script.jobsPerChild) kill()
    done?.(how)
  }
  const kill = () => {
    usable = false
    process_.kill('SIGKILL')
  }
  const killIn = (ms: number, how: ScriptEnd) => {
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => {
      kill()
      end(how)
    }, ms)
  }

  process_.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
    // Nothing that it says may grow without end.
    if (said.length > limits.script.answerBytes) {
      kill()
      end({ lost: 'it said too much' })
      return
    }
    for (let at = said.indexOf('\n'); at >= 0; at = said.indexOf('\n')) {
      const line = said.slice(0, at)
      said = said.slice(at + 1)
      if (line === '') {
        ready = true
        onReady()
      } else {
        const answer = JSON.parse(line) as ScriptAnswer
        if (answer.spent) usable = false
        end({ answer })
      }
    }
  })
  process_.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    complaint = (complaint + chunk).slice(-2_000)
  })
  process_.stdin?.on('error', () => undefined)
  process_.on('error', (error) => {
    usable = false
    end({ lost: error.message })
    onGone(child)
  })
  process_.on('exit', (code, signal) => {
    usable = false
    if (complaint !== '') log(`the process of a script: ${complaint}`)
    end({ lost: `it ended (${signal ?? code})` })
    onGone(child)
  })

  const child: ScriptChild = {
    get busy() {
      return settle !== null
    },
    get ownerId() {
      return ownerId
    },
    get usable() {
      return usable
    },
    run(owner, job) {
      ownerId = owner
      jobs += 1
      return new Promise((resolve) => {
        settle = resolve
        const begin = () => {
          killIn(job.timeoutMs + limits.script.killAfterMs, { killed: true })
          process_.stdin?.write(`${JSON.stringify(job)}\n`)
        }
        if (ready) begin()
        else {
          killIn(limits.script.startMs, { lost: 'it did not start' })
          onReady = begin
        }
      })
    },
    kill,
  }
  return child
}
