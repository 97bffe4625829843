import { existsSync } from 'node:fs'
import {
  NonRetryableError,
  StartSubWorkflowDirective,
  type StepContext,
  WorkflowJumpDirective,
  WorkflowPauseDirective,
} from 'heddle/steps'

/** Step functions for the engine's tests. */

export function addOne(state: { readonly n?: number }) {
  return { n: (state.n ?? 0) + 1 }
}

export function labelOf(_state: unknown, { item, index }: StepContext) {
  if (item === 'bad') throw new NonRetryableError('this one cannot be labelled')
  return { label: `${index}: ${item}` }
}

export async function slowly(state: { readonly ms?: number }, context: StepContext) {
  await new Promise((resolve) => setTimeout(resolve, state.ms ?? 50))
  return { slept: context.stepName }
}

/** Ends when it is aborted, as a well-behaved long step does. */
export function untilAborted(_state: unknown, { signal }: StepContext) {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

export function whatItGets(state: unknown, context: StepContext) {
  const { input, with: given, runId, workflow, stepName, iteration, attempt, idempotencyKey, result } = context
  const frozen = Object.isFrozen(state) && Object.isFrozen((state as { inner?: unknown }).inner ?? state)
  return { state, input, given, runId, workflow, stepName, iteration, attempt, idempotencyKey, result, frozen }
}

export function fail() {
  throw new RangeError('out of range')
}

export function failOnce(_state: unknown, { attempt }: StepContext) {
  if (attempt === 1) throw new Error('not yet')
  return { attempts: attempt }
}

let mended = false

/** The first call ever fails, as if an operator had to look at it. */
export function failUnlessMended() {
  if (!mended) {
    mended = true
    throw new NonRetryableError('look at this first')
  }
  return { mended }
}

export function failForGood() {
  throw new NonRetryableError('never')
}

export function undoWhereThereIs({ file }: { readonly file: string }) {
  if (!existsSync(file)) throw new NonRetryableError('not yet')
}

/** Throws an error made from a server's answer, as some libraries do. */
export function throwAnswer() {
  throw Object.assign(new Error(), { message: 400, errors: ['no name'] })
}

/** Throws a value that cannot be read, not even to ask whether a retry is allowed. */
export function throwUnreadable() {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  throw proxy
}

export function throwText() {
  throw 'just a text'
}

export function notJson() {
  return { deep: [{ when: Number.NaN }] }
}

export function tooLarge({ bytes = 11_000_000 }: { readonly bytes?: number }, { stepName }: StepContext) {
  return { text: stepName + 'x'.repeat(bytes) }
}

export function twoTexts({ characters }: { readonly characters: number }) {
  return { one: '1'.repeat(characters), two: '2'.repeat(characters) }
}

/** Somewhat more than 30 bytes each. */
export function rows({ count }: { readonly count: number }) {
  return { rows: Array.from({ length: count }, (_, id) => ({ id, name: `row ${id}` })) }
}

export function lastRow(_state: unknown, context: StepContext) {
  return { last: (context.with as { readonly rows: readonly unknown[] }).rows.at(-1) }
}

export function loopForever() {
  for (;;);
}

/** Computes for this long, by the processor’s clock, before it returns. */
export function compute(state: { readonly ms: number }) {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const before = used()
  while (used() - before < state.ms);
  return { computedMs: state.ms }
}

/** Blocks its thread until the file exists. */
export function block(state: { readonly until: string }) {
  const never = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(state.until)) Atomics.wait(never, 0, 0, 10)
  return processId()
}

/** Waits for the file, after logging that it waits. */
export async function awaitFile(state: { readonly until: string }, context: StepContext) {
  context.log(`waits in process ${process.pid}`)
  while (!existsSync(state.until)) await new Promise((resolve) => setTimeout(resolve, 10))
  return {}
}

export function processId() {
  return { pid: process.pid }
}

/** Returns, and harms later calls: ends its process once the file exists. */
export function endProcessLater({ until }: { readonly until: string }) {
  setInterval(() => existsSync(until) && process.kill(process.pid, 'SIGKILL'), 10)
  return {}
}

/** Ends its process while it waits for something. */
export async function endProcessSoon() {
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.kill(process.pid, 'SIGKILL')
  return {}
}

export function exit() {
  process.exit(3)
}

export function killEngine() {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

export function pause() {
  throw new WorkflowPauseDirective({ result: { asked: true } })
}

/** Starts a child; waits for the file first, if one is named. */
export async function startChild(state: { readonly child: string; readonly until?: string }, context: StepContext) {
  if (state.until !== undefined) await awaitFile({ until: state.until }, context)
  throw new StartSubWorkflowDirective({ workflowType: state.child, initialData: { from: 'parent' } })
}

export function jump() {
  throw new WorkflowJumpDirective({ target: 'Elsewhere' })
}

export function reportProgress(_state: unknown, context: StepContext) {
  context.log('half of it is done')
  context.progress(0.5, 'half')
  return {}
}

/** Reports its progress once, and then only heartbeats. */
export async function beat(_state: unknown, context: StepContext) {
  context.heartbeat({ sent: 3 })
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    context.signal.throwIfAborted()
    context.heartbeat()
  }
}

export function sayCalled(_state: unknown, context: StepContext) {
  context.log('called')
  return {}
}

export function key(_state: unknown, { idempotencyKey }: StepContext) {
  return { key: idempotencyKey }
}

export function abort() {
  process.kill(process.pid, 'SIGABRT')
  for (;;);
}

/** Allocates memory outside the heap. */
export function eatBuffers() {
  const eaten: Buffer[] = []
  for (;;) eaten.push(Buffer.alloc(16_000_000, 1))
}

/** Allocates buffers with pauses in which other calls run. */
export async function eatBuffersInTurns() {
  const eaten: Buffer[] = []
  for (;;) {
    eaten.push(Buffer.alloc(16_000_000, 1))
    await new Promise(setImmediate)
  }
}

/**
 * Fills the heap in pieces of plain numbers: a single piece that is too large would abort the process, and the garbage
 * collector would take long to scan objects.
 */
export function eatMemory() {
  const eaten: number[][] = []
  for (;;) eaten.push(new Array<number>(80_000).fill(0.5))
}

/** An error that no text column can store unchanged. */
export function throwUnstorable() {
  throw Object.assign(new NonRetryableError('bad \u0000 message \ud800'), { name: 'Nul\u0000Error' })
}

export function jumpToNull() {
  throw new WorkflowJumpDirective({ target: null as unknown as string })
}

export function startObject() {
  throw new StartSubWorkflowDirective({ workflowType: {} as unknown as string })
}

/** Never returns, and blocks no other call. */
export function hang(): Promise<never> {
  return new Promise(() => undefined)
}

/** Discovers the resource of a site, as a discovery of an envelope does. */
export function discover(_state: unknown, context: StepContext) {
  const { site } = context.with as { readonly site: string }
  return { resources: [`site:${site}`], data: { site } }
}
