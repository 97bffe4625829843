import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { EngineArguments, FromEngine, Marks, ToEngine, Usage } from './messages.ts'

/** An engine in a process of its own, as in production. */
export interface EngineProcess {
  readonly pid: number
  /** Of the runs that it was told to expect at its start. */
  readonly ended: Promise<Marks>
  /** Settles when this many runs have ended from now on; to be awaited twice, as what it returns first means "now". */
  expect(runs: number): Promise<{ readonly ended: Promise<Marks> }>
  /** No run is taken until `go`. */
  hold(): Promise<void>
  go(): void
  usage(collectGarbage?: boolean): Promise<Usage>
  kill(): Promise<void>
  /** Settles when it has ended, however that went. */
  readonly exited: Promise<void>
  stop(): Promise<void>
}

export const functionsFolder = join(import.meta.dirname, '..', '..', 'functions')
const entry = join(import.meta.dirname, 'engine-child.ts')
/** As `npm start` has it. */
export const compileCache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'heddle')
/** As the supervisor starts it. */
const flags = ['--disable-proto=delete', '--enable-source-maps', '--disable-warning=ExperimentalWarning']

export interface EngineProcessOptions extends Pick<EngineArguments, 'expect' | 'inline' | 'settings'> {
  readonly profileFolder?: string | undefined
}

export async function startEngineProcess(
  databaseUrl: string,
  { profileFolder, ...more }: EngineProcessOptions = {},
): Promise<EngineProcess> {
  const started: EngineArguments = { databaseUrl, functionsFolder, ...more }
  const child: ChildProcess = fork(entry, [JSON.stringify(started)], {
    execArgv: [
      ...flags,
      '--expose-gc',
      ...(profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, '--cpu-prof-interval=200'] : []),
    ],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const answers = new Map<string, (message: FromEngine) => void>()
  child.on('message', (message: FromEngine) => {
    const [kind = ''] = Object.keys(message)
    const answer = answers.get(kind)
    answers.delete(kind)
    answer?.(message)
  })
  const hear = <Message extends FromEngine>(kind: string): Promise<Message> => {
    const { promise, resolve } = Promise.withResolvers<Message>()
    answers.set(kind, (message) => resolve(message as Message))
    return Promise.race([promise, exited.then(() => Promise.reject(new Error('The engine process has ended.')))])
  }
  const tell = (message: ToEngine) => child.send(message)
  const first = hear<{ ended: Marks }>('ended').then((message) => message.ended)
  first.catch(() => undefined)
  await hear('ready')

  return {
    pid: child.pid ?? 0,
    ended: first,
    exited: exited.then(() => undefined),
    async expect(runs) {
      const expecting = hear('expecting')
      const ended = hear<{ ended: Marks }>('ended').then((message) => message.ended)
      ended.catch(() => undefined)
      tell({ expect: runs })
      await expecting
      return { ended }
    },
    async hold() {
      const held = hear('held')
      tell({ hold: true })
      await held
    },
    go: () => void tell({ go: true }),
    async usage(collectGarbage = false) {
      const answer = hear<{ usage: Usage }>('usage')
      tell({ usage: { collectGarbage } })
      return (await answer).usage
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) tell({ stop: true })
      await exited
    },
  }
}
