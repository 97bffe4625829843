import { flushCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { RunError } from '#core/run/words.ts'
import { callActivity } from '#sdk/activity.ts'
import { callOf, reachCall } from '../../crash-points.ts'
import { createSelfCompactingMap } from '../../ownership/self-compacting-map.ts'
import { setPart } from '../../payload/inline-payloads.ts'
import type { FunctionRequest } from '../../ports.ts'
import { localClock } from '../../world/local-clock.ts'
import { completedWith } from '../json-result.ts'
import { noteCall } from '../quarantine/call-note.ts'
import { notifyWaiter } from '../threads/adaptive-wait.ts'
import { controlBlock } from '../threads/control-block.ts'
import type { FromHost, HostData, Part, Shared, ToHost } from '../threads/messages.ts'
import { lowerPriority, threadNumber } from '../threads/thread-cpu.ts'
import { outcomeOf } from './attempt-outcome.ts'
import { abortCall, contextOf, deepFreeze, type RunningCall } from './call-context.ts'
import { type FoundFunction, FunctionNotFound, findFunction } from './find-function.ts'
import { openSecretReader, redactOutput } from './read-secrets.ts'
import { stepError } from './step-error.ts'
import { openUserModules } from './user-modules.ts'

/**
 * A function host is the thread in which step functions of users run, so that an endless loop or a crash stops neither
 * commits nor leases. It calls functions and reports their outcomes; it decides nothing and stores nothing.
 *
 * While a function is being called (its part before the first `await`), the word `calling` of the control block contains
 * its slot: when the thread stops answering, the engine sees which attempt is at fault. By the watermark `begun` the
 * engine withdraws attempts that have not begun (`control-block.ts`).
 */
const data = workerData as HostData
const { port, functionsFolders, resultBytes, resultDepth, callNote } = data
const control = new Int32Array(data.control)
const bounds = { bytes: resultBytes, depth: resultDepth }

control[controlBlock.thread] = threadNumber()

const modules = openUserModules(functionsFolders)
const secrets = openSecretReader(data.secrets, control)
redactOutput(secrets)
if (data.lowPriority) lowerPriority()

/** Functions as they were loaded in one generation of their modules. */
let found = new Map<string, FoundFunction>()
let generation = 0
const running = createSelfCompactingMap<number, RunningCall>()
/** Slots of attempts whose function is being loaded. */
const loading = new Set<number>()
/** Values that the engine has sent once for several calls, by number. */
const cached = new Map<number, Json>()
/** Number of calls of each function, up to the bound after which calls are not recorded any more. */
const timesCalled = new WeakMap<FoundFunction, number>()
let outgoing: FromHost[] = []
let lastBegun = 0

port.on('message', (text: string) => {
  for (const message of JSON.parse(text) as readonly ToHost[]) {
    if ('start' in message) {
      if (mayBegin(message.slot)) start(withCached(message.start, message), message.slot)
    } else if ('reopen' in message) reopen(message.reopen)
    else if ('cache' in message) cached.set(message.cache, deepFreeze(message.value))
    else if ('evict' in message) cached.delete(message.evict)
    else if ('cancel' in message) cancel(message.cancel)
    else if ('prepare' in message) prepare(message.prepare)
    else reportAlive()
  }
})
// An error that a function did not catch must not end the other attempts of the thread.
process.on('uncaughtException', (error) => report({ slot: 0, log: `uncaught: ${error.stack ?? error.message}` }))
process.on('unhandledRejection', (reason) => report({ slot: 0, log: `unhandled rejection: ${String(reason)}` }))

reportAlive()
// A thread that is terminated, or killed with its process, would leave no compile cache to the next thread.
flushCompileCache()

/** False when the engine has withdrawn the attempt. */
function mayBegin(slot: number): boolean {
  const mine = Atomics.compareExchange(control, controlBlock.begun, lastBegun, slot) === lastBegun
  if (mine) lastBegun = slot
  return mine
}

/** Begins attempts again, unless the engine has withdrawn more since: then another `reopen` is on its way. */
function reopen(mark: number): void {
  if (Atomics.compareExchange(control, controlBlock.begun, mark, 0) === mark) lastBegun = 0
}

function withCached(
  request: FunctionRequest,
  { shared, parts = [] }: { readonly shared?: Shared; readonly parts?: readonly Part[] },
): FunctionRequest {
  for (const [path, number] of parts) setPart(request, path, cached.get(number) ?? null)
  if (!shared) return request
  return { ...request, input: cached.get(shared.input) ?? null, state: cached.get(shared.state) ?? null }
}

function start(request: FunctionRequest, slot: number): void {
  const called = loadedFunctions().get(request.function)
  if (called) {
    void run(called, request, slot)
    return
  }
  loading.add(slot)
  load(request.function).then(
    (loaded) => {
      if (loading.delete(slot)) void run(loaded, request, slot)
    },
    (error: unknown) => {
      if (!loading.delete(slot)) return
      const code = error instanceof FunctionNotFound ? 'FUNCTION_NOT_FOUND' : 'FUNCTION_NOT_LOADED'
      const failure = { ...stepError(error, request.step, functionsFolders), code }
      report({ slot, outcome: { kind: 'failed', error: failure, retryable: false } })
    },
  )
}

function loadedFunctions(): Map<string, FoundFunction> {
  if (modules.generation() !== generation) {
    generation = modules.generation()
    found = new Map()
  }
  return found
}

async function load(name: string): Promise<FoundFunction> {
  const known = loadedFunctions()
  const loaded = await findFunction(functionsFolders, name, modules.urlOf)
  known.set(name, loaded)
  return loaded
}

/** A load error is not reported here: the call of the function reports it. */
function prepare(name: string): void {
  load(name).then(reportAlive, reportAlive)
}

function reportAlive(): void {
  report({ slot: 0, alive: true })
}

async function run(called: FoundFunction, request: FunctionRequest, slot: number): Promise<void> {
  const call: RunningCall = { abort: null, reason: null, artifacts: null, endTimer: null }
  const tell = limitTime(call, request, slot)
  running.set(slot, call)
  const crashPoint = request.byWorker ? 'work' : callOf(request)
  let outcome: AttemptOutcome
  try {
    reachCall(crashPoint, 'called')
    control[controlBlock.calling] = slot
    if (callNote && mayEndProcess(called)) noteCall(callNote.fd, request.id)
    const context = contextOf(request, slot, call, secrets.read, tell)
    const pending = request.activity
      ? callActivity(called, deepFreeze(request.with) as readonly unknown[], context)
      : called(deepFreeze(request.state), context)
    noteReturned()
    outcome = completedWith(await pending, bounds)
  } catch (thrown) {
    noteReturned()
    outcome = outcomeOf(thrown, { step: request.step, bounds, functionsFolders })
  }
  reachCall(crashPoint, 'returned')
  const { artifacts } = call
  end(slot, artifacts === null || outcome.kind === 'failed' ? outcome : { ...outcome, artifacts })
}

function mayEndProcess(called: FoundFunction): boolean {
  if (callNote?.first === undefined) return true
  const calls = timesCalled.get(called) ?? 0
  if (calls >= callNote.first) return false
  timesCalled.set(called, calls + 1)
  return true
}

/** The synchronous part of the call is over: code that runs from now on may belong to any attempt. */
function noteReturned(): void {
  if (control[controlBlock.calling] === 0) return
  control[controlBlock.calling] = 0
  if (callNote && callNote.first === undefined) noteCall(callNote.fd, null)
}

/** The first end of an attempt counts: what comes after its time-out or its cancellation is dropped. */
function end(slot: number, outcome: AttemptOutcome): void {
  const call = running.get(slot)
  if (!call) return
  call.endTimer?.()
  running.delete(slot)
  report({ slot, outcome })
  // The last outcome goes out at once: no other message would join its batch.
  if (running.size === 0) flush()
}

/** Starts the time limits of an attempt; returns how it reports, which shows that it is alive. */
function limitTime(call: RunningCall, { step, timeoutMs, heartbeatTimeoutMs }: FunctionRequest, slot: number) {
  const endTimer = timeoutMs === undefined ? null : localClock.after(timeoutMs, timeOut)
  call.endTimer = endTimer
  if (heartbeatTimeoutMs === undefined) return report
  const silent = (seconds: number) => `${step} sent no heartbeat for ${seconds} s.`
  const watch = () => {
    const endWatch = localClock.after(heartbeatTimeoutMs, () =>
      giveUp(slot, { code: 'HEARTBEAT_TIMEOUT', message: silent(heartbeatTimeoutMs / 1_000), step }),
    )
    call.endTimer = () => {
      endTimer?.()
      endWatch()
    }
    return endWatch
  }
  let endWatch = watch()
  return (message: FromHost) => {
    if ('progress' in message && running.get(slot) === call) {
      endWatch()
      endWatch = watch()
    }
    report(message)
  }

  function timeOut(): void {
    giveUp(slot, { code: 'STEP_TIMEOUT', message: `${step} took longer than ${(timeoutMs ?? 0) / 1_000} s.`, step })
  }
}

/** Ends an attempt whose time is over. */
function giveUp(slot: number, error: RunError): void {
  abortCall(running.get(slot), error.message)
  end(slot, { kind: 'failed', error, retryable: true })
}

/** Aborts a call. An attempt whose function is still being loaded is never called. */
function cancel(slot: number): void {
  if (loading.delete(slot)) return
  const call = running.get(slot)
  if (!call) return
  call.endTimer?.()
  running.delete(slot)
  abortCall(call, 'The run no longer waits for this step.')
}

/** All messages of one turn of the event loop go out as one batch. */
function report(message: FromHost): void {
  // The engine redacts messages of attempts; this one may be of any owner.
  outgoing.push('log' in message && message.slot === 0 ? { ...message, log: secrets.redact(message.log) } : message)
  if (outgoing.length === 1) setImmediate(flush)
}

function flush(): void {
  if (outgoing.length === 0) return
  const batch = outgoing
  outgoing = []
  port.postMessage(JSON.stringify(batch))
  notifyWaiter(control, controlBlock.sent)
}
