import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome, Directive } from '#core/run/command.ts'
import { callOf, reachCall } from '../crash-points.ts'
import { createSelfCompactingMap } from '../ownership/self-compacting-map.ts'
import { setPart } from '../payload/inline-payloads.ts'
import type { FunctionRequest } from '../ports.ts'
import { localClock } from '../world/local-clock.ts'
import { noteCall } from './call-note.ts'
import { type FoundFunction, FunctionNotFound, findFunction } from './find-function.ts'
import { completedWith, jsonResult, UnusableResult } from './json-result.ts'
import { tellLookout } from './lookout.ts'
import { type FromHost, type HostData, type Part, type Shared, type ToHost, words } from './messages.ts'
import { noteText } from './note-text.ts'
import { openPeopleModules } from './people-modules.ts'
import { threadNumber } from './run-delay.ts'
import { secretReader } from './secrets/function-secrets.ts'
import { redactMessage, redactOutput } from './secrets/redact-message.ts'
import { redactorOf } from './secrets/redactor.ts'
import { stepError } from './step-error.ts'

/**
 * A function host is the thread in which step functions of users run, so that an endless loop or a crash stops neither
 * commits nor leases. It calls functions and reports their outcomes; it decides nothing and keeps nothing.
 *
 * While a function is being called (its part before the first `await`), the word `calling` holds its place: when the
 * thread stops answering, the engine sees which attempt is at fault. By the word `begun` the engine takes back
 * attempts that have not begun.
 */
const data = workerData as HostData
const { port, functionsFolders, words: shared, resultBytes, resultDepth, yielding, callNote } = data
const told = new Int32Array(shared)
const bounds = { bytes: resultBytes, depth: resultDepth }
const directiveMark = Symbol.for('heddle.directive')

told[words.thread] = threadNumber()

const modules = openPeopleModules(functionsFolders)
const secret = secretReader(data.secrets)
const redactor = redactorOf(new Map(Object.entries(data.secrets.values)))
redactOutput(redactor)

// Linux gives every thread a priority of its own; elsewhere this is the priority of the process, which runs only
// suspects.
if (yielding) yieldToOthers()

interface Running {
  abort: AbortController | null
  /** Why the attempt was given up; null while its outcome is awaited. */
  reason: Error | null
  /** Cancels the time limit; null where the attempt has none. */
  readonly endTimer: (() => void) | null
}

/** Functions as they were loaded in one generation of their modules. */
let found = new Map<string, FoundFunction>()
let generation = 0
const running = createSelfCompactingMap<number, Running>()
const kept = new Map<number, Json>()
/** Number of calls of each function, up to the bound after which calls are not noted any more. */
const timesCalled = new WeakMap<FoundFunction, number>()
let outgoing: FromHost[] = []
let lastBegun = 0

port.on('message', (text: string) => {
  for (const message of JSON.parse(text) as readonly ToHost[]) {
    if ('start' in message) {
      if (mayBegin(message.place)) start(withShared(message.start, message), message.place)
    } else if ('reopen' in message) reopen(message.reopen)
    else if ('keep' in message) kept.set(message.keep, deepFreeze(message.value))
    else if ('drop' in message) kept.delete(message.drop)
    else if ('cancel' in message) cancel(message.cancel)
    else if ('prepare' in message) prepare(message.prepare)
    else alive()
  }
})
// An error that a function did not catch must not end the other attempts of the thread.
process.on('uncaughtException', (error) => tell({ place: 0, log: `uncaught: ${error.stack ?? error.message}` }))
process.on('unhandledRejection', (reason) => tell({ place: 0, log: `unhandled rejection: ${String(reason)}` }))

alive()
// A thread that is terminated, or killed with its process, would leave no compile cache to the next thread.
flushCompileCache()

function yieldToOthers(): void {
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Where a lower priority is forbidden, a suspect keeps the usual one.
  }
}

/** False when the engine has taken the attempt back. */
function mayBegin(place: number): boolean {
  const mine = Atomics.compareExchange(told, words.begun, lastBegun, place) === lastBegun
  if (mine) lastBegun = place
  return mine
}

/** Begins attempts again, unless the engine has withdrawn more since: then another `reopen` is on its way. */
function reopen(closed: number): void {
  if (Atomics.compareExchange(told, words.begun, closed, 0) === closed) lastBegun = 0
}

function withShared(
  request: FunctionRequest,
  { shared, parts = [] }: { readonly shared?: Shared; readonly parts?: readonly Part[] },
): FunctionRequest {
  for (const [path, number] of parts) setPart(request, path, kept.get(number) ?? null)
  if (!shared) return request
  return { ...request, input: kept.get(shared.input) ?? null, state: kept.get(shared.state) ?? null }
}

function start(request: FunctionRequest, place: number): void {
  const called = loadedFunctions().get(request.function)
  if (called) {
    void run(called, request, place)
    return
  }
  load(request.function).then(
    (loaded) => run(loaded, request, place),
    (error: unknown) => {
      const code = error instanceof FunctionNotFound ? 'FUNCTION_NOT_FOUND' : 'FUNCTION_NOT_LOADED'
      const failure = { ...stepError(error, request.step, functionsFolders), code }
      tell({ place, outcome: { kind: 'failed', error: failure, retryable: false } })
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
  load(name).then(alive, alive)
}

function alive(): void {
  tell({ place: 0, alive: true })
}

async function run(called: FoundFunction, request: FunctionRequest, place: number): Promise<void> {
  const { timeoutMs } = request
  const endTimer = timeoutMs === undefined ? null : localClock.after(timeoutMs, () => timeOut(request, place))
  const entry: Running = { abort: null, reason: null, endTimer }
  running.set(place, entry)
  const call = request.byWorker ? 'work' : callOf(request)
  let outcome: AttemptOutcome
  try {
    reachCall(call, 'called')
    told[words.calling] = place
    if (callNote && mayEndProcess(called)) noteCall(callNote.fd, request.id)
    const pending = called(deepFreeze(request.state), contextOf(request, place, entry))
    returned()
    outcome = completedWith(await pending, bounds)
  } catch (thrown) {
    returned()
    outcome = outcomeOf(thrown, request)
  }
  reachCall(call, 'returned')
  end(place, outcome)
}

function mayEndProcess(called: FoundFunction): boolean {
  if (callNote?.first === undefined) return true
  const calls = timesCalled.get(called) ?? 0
  if (calls >= callNote.first) return false
  timesCalled.set(called, calls + 1)
  return true
}

/** The synchronous part of the call is over: code that runs from now on may belong to any attempt. */
function returned(): void {
  if (told[words.calling] === 0) return
  told[words.calling] = 0
  if (callNote && callNote.first === undefined) noteCall(callNote.fd, null)
}

/** The first end of an attempt counts: what comes after its time-out or its cancellation is dropped. */
function end(place: number, outcome: AttemptOutcome): void {
  const entry = running.get(place)
  if (!entry) return
  entry.endTimer?.()
  running.delete(place)
  tell({ place, outcome })
  // The last outcome goes out at once: no other message would join its batch.
  if (running.size === 0) say()
}

function timeOut(request: FunctionRequest, place: number): void {
  const message = `${request.step} took longer than ${(request.timeoutMs ?? 0) / 1000} s.`
  abort(running.get(place), message)
  end(place, { kind: 'failed', error: { code: 'STEP_TIMEOUT', message, step: request.step }, retryable: true })
}

function cancel(place: number): void {
  const entry = running.get(place)
  if (!entry) return
  entry.endTimer?.()
  running.delete(place)
  abort(entry, 'The run no longer waits for this step.')
}

function outcomeOf(thrown: unknown, request: FunctionRequest): AttemptOutcome {
  try {
    const directive = directiveOf(thrown)
    if (directive) return { kind: 'directive', directive }
  } catch (error) {
    return outcomeOf(error, request)
  }
  const unusable = thrown instanceof UnusableResult
  const error = stepError(thrown, request.step, functionsFolders)
  return {
    kind: 'failed',
    error: unusable ? { ...error, code: 'RESULT_UNUSABLE' } : error,
    retryable: !unusable && isRetryable(thrown),
  }
}

function isRetryable(thrown: unknown): boolean {
  try {
    return (thrown as { retryable?: unknown } | null)?.retryable !== false
  } catch {
    return true
  }
}

function abort(entry: Running | undefined, message: string): void {
  if (!entry) return
  entry.reason = new Error(message)
  entry.abort?.abort(entry.reason)
}

/** The abort signal is made on demand: most functions never read it, and it is among the dearer parts of a call. */
function signalOf(entry: Running): AbortSignal {
  if (!entry.abort) {
    entry.abort = new AbortController()
    if (entry.reason) entry.abort.abort(entry.reason)
  }
  return entry.abort.signal
}

function directiveOf(thrown: unknown): Directive | null {
  if (!(thrown instanceof Error) || !(directiveMark in thrown)) return null
  const told = thrown as unknown as Readonly<Record<string, unknown>>
  switch (told.kind) {
    case 'pause':
      return { kind: 'pause', result: jsonResult(told.result, bounds) }
    case 'jump':
      return {
        kind: 'jump',
        target: nameIn(told.target, 'A jump needs the name of a step'),
        result: jsonResult(told.result, bounds),
      }
    case 'rollback':
      return { kind: 'rollback', reason: noteText(told.reason) }
    case 'sub_workflow':
      return {
        kind: 'sub_workflow',
        workflow_type: nameIn(told.workflowType, 'A sub-workflow needs the name of a workflow'),
        initial_data: jsonResult(told.initialData, bounds),
      }
    default:
      return null
  }
}

/** A name must be a string: null or an object would otherwise become "null" or "[object Object]". */
function nameIn(value: unknown, needed: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new UnusableResult(`${needed}, and was given ${value === '' ? 'an empty text' : noteText(value)}.`)
}

function contextOf(request: FunctionRequest, place: number, entry: Running) {
  return {
    input: deepFreeze(request.input),
    with: deepFreeze(request.with),
    ...(request.each && { item: deepFreeze(request.each.item ?? null), index: request.each.index }),
    ...(request.result !== undefined && { result: deepFreeze(request.result) }),
    runId: request.runId,
    workflow: request.workflow,
    stepName: request.step,
    iteration: request.iteration,
    attempt: request.attempt,
    idempotencyKey: request.key,
    get signal() {
      return signalOf(entry)
    },
    secret,
    heartbeat: (details?: unknown) => {
      if (details === undefined) tell({ place, progress: {} })
      else tell({ place, progress: { note: noteText(details) } })
    },
    log: (message: string) => tell({ place, log: noteText(message) }),
    progress: (fraction: number, note?: string) => {
      const share = Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : 0
      tell({ place, progress: { fraction: share, ...(note !== undefined && { note: noteText(note) }) } })
    },
  }
}

/** All messages of one turn of the event loop go out as one batch. */
function tell(message: FromHost): void {
  outgoing.push(redactMessage(message, redactor))
  if (outgoing.length === 1) setImmediate(say)
}

function say(): void {
  if (outgoing.length === 0) return
  const batch = outgoing
  outgoing = []
  port.postMessage(JSON.stringify(batch))
  tellLookout(told, words.said)
}

function deepFreeze(value: Json): Json {
  // A frozen value was frozen here, down to its leaves.
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const key in value) deepFreeze((value as Record<string, Json>)[key] as Json)
    Object.freeze(value)
  }
  return value
}
