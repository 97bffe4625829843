import { flushCompileCache } from 'node:module'
import { limits } from '#core/limits.ts'
import type { FunctionRequest } from '../../ports.ts'
import { type Transitions, transition } from '../../transition.ts'
import { localClock } from '../../world/local-clock.ts'
import type { ThrottleReason } from '../cpu-throttle/cpu-throttle.ts'
import type { SecretAnswer } from '../secrets/function-secrets.ts'
import { FunctionHost } from '../threads/function-host.ts'
import { watchMemoryGrowth } from '../threads/memory-growth.ts'
import type { FromHost, SecretReply } from '../threads/messages.ts'
import { notAnswering } from '../threads/shared-threads.ts'
import { tuning } from '../tuning.ts'
import type { FromIsolated, IsolationSettings, ToIsolated } from './isolated-messages.ts'

/**
 * The states of an isolated process, as the process itself sees them:
 *
 * - `starting`: the process has not received its settings. Leaves to `loading` with them.
 * - `loading`: the thread is starting. Leaves to `serving` with the first message of the thread.
 * - `serving`: the thread calls attempts. Leaves to `draining` when the thread has blocked for `idlePriorityAfterMs`.
 * - `draining`: the engine sends new attempts to another process. The process ends with its last attempt.
 */
type ChildState = 'starting' | 'loading' | 'serving' | 'draining'

const transitions: Transitions<ChildState> = {
  starting: ['loading'],
  loading: ['serving'],
  serving: ['draining'],
  draining: [],
}

/**
 * The isolated child is the process in which isolated attempts are called: a function host, and nothing else that could be
 * harmed. It ends with its engine, and only with it: it ignores a signal that is meant for all processes of a
 * service, so that no function is blamed for the signal.
 */
const callNote = process.argv[2] === undefined ? undefined : { fd: Number(process.argv[2]) }
const report = (message: FromIsolated, then: () => void = () => undefined) => process.send?.(message, then)
const end = () => process.kill(process.pid, 'SIGKILL')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', end)

let state: ChildState = 'starting'
let host: FunctionHost | null = null
let blockedMs: IsolationSettings['blockedMs'] = { shared: 0, alone: 0 }
/** By attempt id, how long each may block: the last try may block for the step's time limit, if that is longer. */
const mayBlockMs = new Map<string, number>()
let throttle: ThrottleReason | null = null
/** Questions for secrets that the engine has not answered, by number. */
const questions = new Map<number, (answer: SecretAnswer) => void>()
let asked = 0
let stoppedMs = 0

const enter = (next: ChildState) => {
  state = transition('isolated process', transitions, state, next)
}

process.on('message', (message: ToIsolated) => {
  if ('begin' in message) begin(message.begin)
  else if ('start' in message) start(message.start, message.isLastTry)
  else if ('cancel' in message) cancel(message.cancel)
  else if ('question' in message) settleQuestion(message)
  else stoppedMs += message.stopped
})

function begin(settings: IsolationSettings): void {
  enter('loading')
  blockedMs = settings.blockedMs
  host = new FunctionHost(
    {
      onMessage,
      onSecret: ({ id }, name) => askEngine(id, name),
      onDeath: (culprits, _bystanders, reason) => report({ lost: reason, culprits: culprits.map(({ id }) => id) }, end),
    },
    {
      functionsFolders: settings.functionsFolders,
      lowPriority: true,
      callNote,
      monotonic: runningMs,
    },
  )
}

function onMessage(request: FunctionRequest | null, message: FromHost): void {
  if (state === 'loading') {
    report({ up: true })
    // This process will be killed, which would leave no compile cache.
    flushCompileCache()
    enter('serving')
  }
  if ('alive' in message) return
  if (request && 'outcome' in message) mayBlockMs.delete(request.id)
  report({ message, id: request?.id ?? null })
}

function start(request: FunctionRequest, isLastTry: boolean): void {
  const statedMs = Math.min(request.timeoutMs ?? 0, limits.engine.hostBlockedLongestMs)
  mayBlockMs.set(request.id, isLastTry ? Math.max(blockedMs.alone, statedMs) : 0)
  host?.start(request)
}

/** The engine alone has secrets, and judges who may read them. */
function askEngine(id: string, secret: string): Promise<SecretAnswer> {
  asked += 1
  const question = asked
  return new Promise((resolve) => {
    questions.set(question, resolve)
    report({ secret, id, question })
  })
}

function settleQuestion({ question, answer }: SecretReply): void {
  questions.get(question)?.(answer)
  questions.delete(question)
}

function cancel(id: string): void {
  mayBlockMs.delete(id)
  host?.cancel(id)
}

/** The clock of this process, which stands still while the process is stopped. */
function runningMs(): number {
  return localClock.monotonic() - stoppedMs
}

let checkedAt = runningMs()
let ranMsBefore = 0
const fillsMemory = watchMemoryGrowth()

function check(): void {
  const now = runningMs()
  const sinceMs = now - checkedAt
  // When this thread itself was blocked, the answer is still in its queue.
  const late = sinceMs > 2 * tuning.probeEveryMs
  checkedAt = now
  if (!host) return
  const { ms, ranMs } = host.probe()
  const ran = ranMs - ranMsBefore
  ranMsBefore = ranMs
  const isFilling = fillsMemory(ms === 0)
  const isLong = ms > tuning.throttleAfterMs
  if (isLong && !isFilling && ms > tuning.idlePriorityAfterMs && state === 'serving') {
    enter('draining')
    report({ draining: true })
  }
  // The priority of a thread that other processes keep from the processor stays: the thread would never end.
  if (isLong && !isFilling && ranMs > tuning.idlePriorityAfterMs) host.yieldToAll()
  // A thread that gets little of the processor keeps it busy all the same; a sleeping thread gets none.
  const keepsBusy = isLong && ran > sinceMs / (throttle ? 50 : 4)
  setThrottle(keepsBusy ? (isFilling ? 'fills' : 'spins') : null)
  const most = Math.max(blockedMs.shared, ...mayBlockMs.values())
  if (ms > most && !late) host.terminate(notAnswering(most))
}
// The check runs after the messages that have arrived: the time for which this process was stopped is among them.
setInterval(() => setImmediate(check), tuning.probeEveryMs)

function setThrottle(next: ThrottleReason | null): void {
  if (next === throttle) return
  throttle = next
  report({ throttle })
}
