import type { Json } from '#core/json.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { AttemptRequest } from '#server/engine/ports.ts'
import { createRandom, hashOf } from './random.ts'

/** The outside world that step functions change: it records every call and its answer. */
export interface Outside {
  /** The effect and outcome of a call; the same for every call of one attempt, unless functions are fickle. */
  call(request: AttemptRequest, poisoned: boolean): AttemptOutcome
  /** The answer of a function that is not fickle, poison aside. */
  answerTo(call: CallOf, what: CallKind): AttemptOutcome
  readonly calls: readonly MadeCall[]
  /** Runs of which a call gave a poisoned result instead of its regular one. */
  readonly poisoned: ReadonlySet<string>
}

/** The kind of call whose answer is wanted. */
export type CallKind = 'function' | 'http' | 'script'

type CallOf = Pick<AttemptRequest, 'runId' | 'step' | 'iteration' | 'attempt' | 'item' | 'undo'>

export interface MadeCall {
  readonly runId: string
  readonly step: string
  readonly iteration: number
  readonly attempt: number
  readonly item: number | undefined
  readonly undo: boolean
  readonly key: string
  /** Whether a lost call must not be made again. */
  readonly atMostOnce: boolean
  readonly outcome: AttemptOutcome
}

/** A text that the simulated database cannot store. */
export const poison = 'cannot be stored'

const outputs: readonly Json[] = [{ n: 1 }, { n: 4 }, null, null, { flag: true }, { n: 2, flag: false }, [1]]

export function createOutside(seed: number, fickle: boolean): Outside {
  const calls: MadeCall[] = []
  const poisoned = new Set<string>()
  const times = new Map<string, number>()
  return {
    calls,
    poisoned,
    answerTo: (call, what) => outcomeOf(createRandom(seed, 'call', hashOf(nameOf(call)), 0), call, what),
    call(request, isPoisoned) {
      const { runId, step, iteration, attempt, item, undo, key } = request
      const name = nameOf(request)
      const before = times.get(name) ?? 0
      times.set(name, before + 1)
      if (isPoisoned) poisoned.add(runId)
      const outcome = isPoisoned
        ? ({ kind: 'completed', output: { text: poison } } as const)
        : outcomeOf(createRandom(seed, 'call', hashOf(name), fickle ? before : 0), request, callKindOf(request))
      const atMostOnce = 'idempotent' in request && request.idempotent === false
      calls.push({ runId, step, iteration, attempt, item, undo, key, atMostOnce, outcome })
      return outcome
    },
  }
}

function nameOf({ runId, step, iteration, attempt, item, undo }: CallOf): string {
  return `${runId} ${step} ${iteration} ${attempt} ${item ?? ''} ${undo}`
}

function callKindOf(request: AttemptRequest): CallKind {
  if ('http' in request) return 'http'
  return 'script' in request ? 'script' : 'function'
}

function outcomeOf(random: ReturnType<typeof createRandom>, { step, undo }: CallOf, what: CallKind): AttemptOutcome {
  const error = { code: random.pick(['Error', 'Other']), message: `${step} broke`, step }
  const wait = what === 'http' && random.chance(0.5) ? { retryAfterMs: random.below(5_000) } : {}
  if (random.chance(0.15)) return { kind: 'failed', error, retryable: true, ...wait }
  if (random.chance(0.05)) return { kind: 'failed', error, retryable: false }
  const mayAsk = what === 'function' && !undo
  if (mayAsk && random.chance(0.03)) return { kind: 'directive', directive: { kind: 'pause', result: { n: 1 } } }
  if (mayAsk && random.chance(0.03)) {
    const directive = { kind: 'sub_workflow', workflow_type: 'Grandchild', initial_data: {} } as const
    return { kind: 'directive', directive }
  }
  const http = what === 'http' ? { http: { status: 200, headers: {} } } : {}
  return { kind: 'completed', output: random.pick(outputs), ...http }
}
