import type { LoopStep } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { EventOf, RunEvent } from '#core/run/event.ts'
import { inWords } from './book.ts'

interface Loop {
  readonly step: LoopStep
  readonly iteration: number
  readonly body: readonly string[]
  readonly items: readonly Json[] | undefined
  readonly keepsResults: boolean
  /** The results of the earlier rounds. */
  readonly results: Json[]
  open: boolean
  round: number
  /** The steps of the body in the present round. */
  readonly inner: Map<
    string,
    { readonly now: 'open' | 'completed' | 'failed' | 'over'; readonly output: Json; readonly code?: string }
  >
}

/** The codes with which a LOOP step fails although no step of its body failed. */
const ofTheStep: readonly string[] = ['TIMEOUT', 'LOOP_LIMIT', 'RESULT_TOO_LARGE', 'OUTPUT_KEY_CONFLICT']

/**
 * The faults in the rounds of LOOP steps, by a second, sequential account: rounds run one after the other, each starts
 * after the previous one is over, there are as many as items, and no step of the body runs outside a round.
 */
export function faultsOfLoops(executable: ExecutableDefinition, history: readonly RunEvent[]): readonly string[] {
  const loops = new Map<string, Loop>()
  const faults: string[] = []
  let overridden: string | undefined
  for (const event of history) {
    if (!('step' in event) || event.step === undefined || !executable.has(event.step)) continue
    if (event.type === 'workflow.node.overridden') overridden = event.step
    const around = loops.get(executable.containerOf(event.step)?.name ?? '')
    const fault = faultWithin(around, event) ?? faultOf(loops.get(event.step), event)
    if (fault !== null) faults.push(`${event.step}@${event.iteration} ${fault}`)
  }
  return faults

  /** The fault of an event of a step in a loop's body; null if there is none. */
  function faultWithin(loop: Loop | undefined, event: RunEvent): string | null {
    if (loop === undefined || !('step' in event) || event.step === undefined) return null
    const { step } = event
    switch (event.type) {
      case 'workflow.node.started':
        loop.inner.set(step, { now: 'open', output: null })
        return loop.open && loop.round >= 0 ? null : 'began outside of a round'
      case 'workflow.node.completed':
        loop.inner.set(step, { now: 'completed', output: event.payload.output })
        return null
      case 'workflow.node.failed': {
        const { error, handled } = event.payload
        loop.inner.set(step, { now: handled ? 'over' : 'failed', output: null, code: error.code })
        return null
      }
      case 'workflow.node.skipped':
        loop.inner.set(step, { now: 'over', output: null })
        return null
      default:
        return null
    }
  }

  function faultOf(loop: Loop | undefined, event: RunEvent): string | null {
    switch (event.type) {
      case 'workflow.node.started':
        begun(loop, event)
        return null
      case 'workflow.loop.round_started':
        return loop?.open ? nextRound(loop, event) : 'began a round although it was not open'
      case 'workflow.node.progress':
        if (loop !== undefined && event.payload.error !== undefined) loop.open = false
        return null
      case 'workflow.node.skipped':
      case 'workflow.node.failed':
      case 'workflow.node.completed': {
        const wasOpen = loop?.open
        if (loop !== undefined) loop.open = false
        const byHand = overridden === event.step
        if (byHand) overridden = undefined
        return wasOpen && loop !== undefined && !byHand ? closed(loop, event) : null
      }
      default:
        return null
    }
  }

  function begun(known: Loop | undefined, { step: name, iteration, payload }: EventOf<'workflow.node.started'>): void {
    if (payload.step_type !== 'LOOP') return
    const { body, items, keeps_results: keepsResults = false } = payload
    if (body === undefined) {
      if (known?.iteration === iteration) known.open = true
      return
    }
    const step = executable.step(name) as LoopStep
    loops.set(name, {
      step,
      iteration,
      body,
      items,
      keepsResults,
      results: [],
      open: true,
      round: -1,
      inner: new Map(),
    })
  }
}

function nextRound(loop: Loop, { payload }: EventOf<'workflow.loop.round_started'>): string | null {
  const { round, result_of } = payload
  const { step, items, inner } = loop
  const unfinished = [...inner].find(([, { now }]) => now === 'open' || now === 'failed')
  const given = lastCompleted(loop)
  if (loop.round >= 0) loop.results.push(given?.[1] ?? null)
  const isNext = round === loop.round + 1
  loop.round = round
  inner.clear()
  if (!isNext) return `began round ${round} out of turn`
  if (unfinished !== undefined) return `began round ${round} while ${unfinished[0]} was ${unfinished[1].now}`
  if (round > 0 && result_of !== given?.[0]) return `took the result of ${result_of ?? 'nobody'} for that of the round`
  if (items !== undefined && round >= items.length) return `began round ${round} of ${items.length}`
  return round < mostRounds(step) ? null : `began round ${round}, which is one too many`
}

function closed(
  loop: Loop,
  event: EventOf<'workflow.node.skipped' | 'workflow.node.failed' | 'workflow.node.completed'>,
): string | null {
  if (event.type === 'workflow.node.skipped') return null
  const error = event.type === 'workflow.node.failed' ? event.payload.error : event.payload.ignored_error
  const inner = [...loop.inner.values()]
  if (error !== undefined) {
    const isInners = inner.some(({ now, code }) => now === 'failed' && code === error.code)
    return isInners || ofTheStep.includes(error.code) ? null : `failed with ${error.code}`
  }
  if (event.type !== 'workflow.node.completed') return null
  if (inner.some(({ now }) => now === 'open' || now === 'failed')) return 'completed before its round'
  const iterations = loop.round + 1
  if (loop.items !== undefined && iterations !== loop.items.length) return `completed after ${iterations} rounds`
  const results = iterations === 0 ? [] : [...loop.results, lastCompleted(loop)?.[1] ?? null]
  const output = loop.keepsResults ? { iterations, results } : { iterations }
  return inWords(output) === inWords(event.payload.output) ? null : 'completed with other results than its rounds gave'
}

/** The last completed step in the order of the text, with its output. */
function lastCompleted({ body, inner }: Loop): readonly [string, Json] | undefined {
  const name = body.findLast((each) => inner.get(each)?.now === 'completed')
  return name === undefined ? undefined : [name, inner.get(name)?.output ?? null]
}

function mostRounds({ max_iterations }: LoopStep): number {
  return Math.min(max_iterations ?? limits.run.loopIterations, limits.run.loopIterations)
}
