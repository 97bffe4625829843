import { type ParallelStep, shortTask } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { EventOf, RunEvent } from '#core/run/event.ts'
import { inWords } from './book.ts'
import type { Call, CallResult } from './work.ts'

export type ItemCall = Call & { readonly item: number }

/** One item of a PARALLEL step: where it stands, and how often it was tried, before the step last began again and at all. */
interface Item {
  now: 'untouched' | 'call' | 'step' | 'child' | 'person' | 'broken' | 'back_off' | 'redo' | 'done' | 'failed'
  /** The whole step that does its work. */
  branch?: string
  attempt: number
  before: number
  output: Json
  /** What it failed with, or what its child said. */
  error?: { readonly code: string; readonly message: string }
  said?: { readonly status: string; readonly state: Json }
}

interface Branch {
  readonly now: 'open' | 'completed' | 'failed' | 'passed' | 'stopped'
  readonly output: Json
  readonly code?: string
}

interface Fan {
  readonly step: ParallelStep
  readonly iteration: number
  readonly isList: boolean
  readonly items: readonly Item[]
  open: boolean
  /** The item that has failed for good: no other starts. */
  failing?: Item
}

/** What an engine says instead of a function, and whether that is worth another try. */
const ofTheEngine: { readonly [code: string]: boolean } = {
  STEP_TIMEOUT: true,
  STEP_QUARANTINED: false,
  RESULT_UNUSABLE: false,
  INTERRUPTED: false,
  ABANDONED: false,
  DIRECTIVE_NOT_ALLOWED: false,
}
/** What a PARALLEL step fails with although no item of it did. */
const ofTheStep: readonly string[] = [
  'TIMEOUT',
  'INTERRUPTED',
  'ABANDONED',
  'MERGE_CONFLICT',
  'OUTPUT_KEY_REQUIRED',
  'OUTPUT_KEY_CONFLICT',
]

/**
 * Where items of PARALLEL steps did what they may not have done, by a second,
 * sequential account: each event of an item is held against where that item
 * stands and what its call gives; what came of the step, against what came of its items.
 */
export function faultsOfFans(
  executable: ExecutableDefinition,
  history: readonly RunEvent[],
  call: (call: ItemCall) => CallResult,
): readonly string[] {
  const account = new FanAccount(executable, call)
  return history.flatMap((event) => account.take(event) ?? [])
}

/** The PARALLEL steps of a run and the state of their items, by the events so far. */
class FanAccount {
  readonly #executable: ExecutableDefinition
  readonly #call: (call: ItemCall) => CallResult
  readonly #fans = new Map<string, Fan>()
  /** What became of the whole steps last. */
  readonly #branches = new Map<string, Branch>()
  #rollingBack = false
  #overridden: string | undefined

  constructor(executable: ExecutableDefinition, call: (call: ItemCall) => CallResult) {
    this.#executable = executable
    this.#call = call
  }

  /** The fault that an event shows; null without one. */
  take(event: RunEvent): string | null {
    if (event.type === 'workflow.run.rolling_back') this.#rollingBack = true
    if (event.type === 'workflow.run.retried') this.#rollingBack = false
    if (!('step' in event) || event.step === undefined) return null
    const { step } = event
    if (event.type === 'workflow.node.overridden') this.#overridden = step
    const within = this.#executable.has(step) ? this.#executable.containerOf(step) : undefined
    const outside = within?.type === 'PARALLEL' ? this.#takeOfBranch(this.#fans.get(within.name), event, step) : null
    if (outside !== null) return `${step}@${event.iteration} ${outside}`
    const item = 'item' in event ? event.item : undefined
    const fault = this.#faultOf(this.#fans.get(step), event, item)
    return fault === null ? null : `${step}@${event.iteration}${item === undefined ? '' : `[${item}]`} ${fault}`
  }

  /** A whole step begins only for an item that has asked for it; how it ends is what the item ends with. */
  #takeOfBranch(fan: Fan | undefined, event: RunEvent, step: string): string | null {
    switch (event.type) {
      case 'workflow.node.started': {
        this.#branches.set(step, { now: 'open', output: null })
        const isAsked = fan?.open && fan.items.some(({ now, branch }) => now === 'step' && branch === step)
        return isAsked ? null : 'began without an item of its PARALLEL step'
      }
      case 'workflow.node.completed':
        this.#branches.set(step, { now: 'completed', output: event.payload.output })
        return null
      case 'workflow.node.failed':
        this.#branches.set(step, { now: 'failed', output: null, code: event.payload.error.code })
        return null
      case 'workflow.node.skipped': {
        const stopped = event.payload.reason === 'run_ended' || event.payload.reason === 'superseded'
        this.#branches.set(step, { now: stopped ? 'stopped' : 'passed', output: null })
        return null
      }
      default:
        return null
    }
  }

  #faultOf(fan: Fan | undefined, event: RunEvent, item: number | undefined): string | null {
    switch (event.type) {
      case 'workflow.node.started':
        return event.payload.step_type === 'PARALLEL' ? this.#begun(fan, event) : null
      case 'workflow.node.progress':
        if (fan !== undefined && event.payload.error !== undefined) fan.open = false
        return null
      case 'workflow.node.skipped':
      case 'workflow.node.failed':
      case 'workflow.node.completed': {
        const isOpen = fan?.open
        if (fan !== undefined) fan.open = false
        const byHand = this.#overridden === event.step
        if (byHand) this.#overridden = undefined
        return isOpen && fan !== undefined && !byHand ? closed(fan, event) : null
      }
      default:
        if (item === undefined) return null
        if (fan?.open !== true)
          return event.type.startsWith('workflow.item.') ? 'did something while its step was not open' : null
        return this.#taken(fan, fan.items[item], event, item)
    }
  }

  #begun(known: Fan | undefined, { step: name, iteration, payload }: EventOf<'workflow.node.started'>): string | null {
    const { count, items } = payload
    if (count === undefined) {
      if (known?.iteration !== iteration) return null
      known.open = true
      delete known.failing
      for (const item of known.items) {
        if (item.now === 'done' || item.now === 'untouched') continue
        item.now = 'redo'
        item.before = item.attempt
      }
      return null
    }
    const step = this.#executable.step(name) as ParallelStep
    const fresh = (): Item => ({ now: 'untouched', attempt: 0, before: 0, output: null })
    const all = Array.from({ length: count }, fresh)
    this.#fans.set(name, { step, iteration, isList: items !== undefined, items: all, open: true })
    return count === (items ?? step.tasks ?? []).length ? null : `has ${count} items`
  }

  #taken(fan: Fan, item: Item | undefined, event: RunEvent, place: number): string | null {
    if (item === undefined) return 'is no item of it'
    switch (event.type) {
      case 'workflow.item.started':
        return this.#itemStarted(fan, item, place, event)
      case 'workflow.child.spawned':
        item.now = 'child'
        return null
      case 'workflow.child.retried':
        item.now = 'child'
        item.attempt += 1
        return null
      case 'workflow.child.ended':
        item.said = event.payload
        return null
      case 'workflow.human_task.opened':
        item.now = 'person'
        return null
      case 'workflow.item.completed':
        return this.#itemCompleted(fan, item, place, event)
      case 'workflow.item.failed':
        return this.#itemFailed(fan, item, place, event)
      default:
        return null
    }
  }

  #itemStarted(fan: Fan, item: Item, place: number, { attempt, payload }: EventOf<'workflow.item.started'>) {
    const mayStart = item.now === 'untouched' || item.now === 'redo' || item.now === 'back_off'
    const isInTurn = item.now !== 'untouched' || fan.items.findIndex(({ now }) => now === 'untouched') === place
    item.attempt += 1
    const task = fan.step.tasks?.[place]
    if (payload.branch !== undefined) {
      item.now = 'step'
      item.branch = payload.branch
      this.#branches.delete(payload.branch)
    } else item.now = payload.key === undefined && shortTask(task)?.sub_workflow_type === undefined ? 'broken' : 'call'
    if (!mayStart) return 'started although it was not to'
    if (this.#rollingBack || fan.failing !== undefined) return 'started although the step is given up'
    if (!isInTurn) return 'started before those before it'
    if (attempt !== item.attempt) return `was tried as ${attempt}, not ${item.attempt}`
    const { batch_size, tasks } = fan.step
    const most = Math.min(
      batch_size ?? tasks?.length ?? limits.run.parallelItemsAtOnce,
      limits.definition.parallelTasks,
    )
    return fan.items.filter(isUnderWay).length > most ? `is one of more than ${most}` : null
  }

  #itemCompleted(fan: Fan, item: Item, place: number, event: EventOf<'workflow.item.completed'>) {
    const { attempt, payload } = event
    const { now } = item
    item.now = 'done'
    item.output = payload.output
    if (now === 'step') {
      const { now: came, output } = this.#branches.get(item.branch ?? '') ?? { now: 'open', output: null }
      const fits = (came === 'completed' || came === 'passed') && inWords(output) === inWords(payload.output)
      return fits && attempt === item.attempt ? null : `completed while its step was ${came}`
    }
    if (attempt !== item.attempt || !['call', 'child', 'person'].includes(now)) return `completed while it was ${now}`
    if (now === 'person') return null
    const result = now === 'child' ? { ok: true, output: item.said?.state ?? null } : this.#resultOf(fan, item, place)
    const fits = result.ok === true && 'output' in result && inWords(result.output) === inWords(payload.output)
    return fits ? null : 'completed with what it was not given'
  }

  #itemFailed(fan: Fan, item: Item, place: number, event: EventOf<'workflow.item.failed'>): string | null {
    const { error, will_retry, stops = false } = event.payload
    const { now } = item
    const stopping = this.#rollingBack || fan.failing !== undefined
    const { retry, allow_partial_success } = fan.step
    const tries = Math.min(retry?.max_attempts ?? 1, limits.run.retryAttempts)
    const isLeft = item.attempt - item.before < tries && !retry?.non_retryable?.includes(error.code)
    const failed = this.#failureOf(fan, item, place, error.code)
    item.now = will_retry ? 'back_off' : 'failed'
    item.error = error
    if (stops) fan.failing = item
    if (now === 'step') {
      const came = this.#branches.get(item.branch ?? '')
      const isGivenUp = ofTheEngine[error.code] === false
      if (!isGivenUp && (came?.now !== 'failed' || came.code !== error.code))
        return `failed with ${error.code} of its own`
      if (will_retry) return 'is tried once more'
    } else if (failed === null || now === 'untouched' || now === 'done' || now === 'failed')
      return `failed with ${error.code} while it was ${now}`
    if (now !== 'step' && will_retry !== (!stopping && isLeft && failed?.retryable === true))
      return will_retry ? 'is tried once more' : 'is not tried again'
    return stops === (!will_retry && !stopping && allow_partial_success !== true) ? null : 'stops the others wrongly'
  }

  /** What made an item fail; null when it had no reason to. */
  #failureOf(fan: Fan, item: Item, place: number, code: string): { readonly retryable: boolean } | null {
    const known = ofTheEngine[code]
    if (known !== undefined) return { retryable: known && item.now === 'call' }
    if (item.now === 'child') return { retryable: item.said !== undefined && code === 'CHILD_FAILED' }
    if (item.now !== 'call') return { retryable: false }
    const result = this.#resultOf(fan, item, place)
    if (result.ok !== false) return result.ok === true ? null : { retryable: false }
    return result.code === code ? result : null
  }

  #resultOf({ step, iteration }: Fan, { attempt }: Item, item: number): CallResult {
    return this.#call({ step: step.name, iteration, attempt, item, undo: false })
  }
}

function isUnderWay({ now }: Item): boolean {
  return (
    now === 'step' || now === 'call' || now === 'child' || now === 'person' || now === 'broken' || now === 'back_off'
  )
}

/** What came of the step as a whole. */
function closed(
  { step, isList, items, failing }: Fan,
  event: EventOf<'workflow.node.skipped' | 'workflow.node.failed' | 'workflow.node.completed'>,
): string | null {
  const failed = items.filter(({ now }) => now === 'failed')
  if (event.type === 'workflow.node.skipped') return null
  const error = event.type === 'workflow.node.failed' ? event.payload.error : event.payload.ignored_error
  if (error !== undefined) {
    const first = failing ?? failed[0]
    return first?.error?.code === error.code || ofTheStep.includes(error.code) ? null : `failed with ${error.code}`
  }
  if (event.type !== 'workflow.node.completed') return null
  const done = items.filter(({ now }) => now === 'done')
  if (done.length + failed.length < items.length) return 'completed before its items'
  if (failed.length > 0 && (done.length === 0 || step.allow_partial_success !== true))
    return 'completed although it failed'
  const output = isList ? resultsOf(items) : byTask(step, items)
  return inWords(output) === inWords(event.payload.output) ? null : 'completed with other results than its items gave'
}

function resultsOf(items: readonly Item[]): Json {
  return {
    results: items.map(({ now, output }) => (now === 'done' ? output : null)),
    errors: items.map(({ now, error }) =>
      now === 'failed' && error !== undefined ? { code: error.code, message: error.message } : null,
    ),
  }
}

function byTask({ tasks = [] }: ParallelStep, items: readonly Item[]): Json {
  return Object.fromEntries(
    items.flatMap(({ now, output }, place) => (now === 'done' ? [[tasks[place]?.name ?? '', output]] : [])),
  )
}
