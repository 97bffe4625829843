import type { Json, JsonObject } from '#core/json.ts'
import type { RunEvent } from '../event.ts'
import { type DomainKind, readersOf } from './domain-kinds.ts'
import { type EndOfRun, endPayload, isEndEvent } from './end-of-run.ts'

/** An event of the public run, made of an event of the history; its id is derived from the run and `name`. */
export interface DomainEventBody {
  readonly name: string
  readonly kind: DomainKind
  readonly nodeKey: string | null
  readonly seq: number
  readonly attempt: number | null
  readonly at: number
  readonly payload: JsonObject
  /** The reader who gets it: all readers, those who ask for `ready` or internal events, or webhooks alone. */
  readonly for: 'all' | 'ready' | 'internal' | 'webhook'
}

/** What is known about the run beside the event. */
export interface DomainFacts {
  /** Whether the run starts several variants: its own steps are generated, and internal. */
  readonly isFanOut: boolean
  /** Of a terminal event; see `endOfRun`. */
  readonly end: EndOfRun | null
  /** The input of the run; only internal events show it. */
  readonly input: Json
}

export const captureNode = '_fabric_capture_input'
export const finalizeNode = '_fabric_finalize_output'

/**
 * The domain events of one event of the history, in their order; none for an event that is not part of the public run.
 * The two internal nodes are derived: the capture of the input follows the start of the run, and the gathering of the
 * outputs precedes its completion. So no commit writes them, and every reading gives the same ids.
 */
export function domainEventsOf(event: RunEvent, facts: DomainFacts): readonly DomainEventBody[] {
  const own = ownEvent(event, facts)
  if (own === null) return []
  switch (event.type) {
    case 'workflow.run.started':
      return [own, ...internalNode(own, captureNode, 'capture', facts.input)]
    case 'workflow.run.completed':
      return [...internalNode(own, finalizeNode, 'finalize', facts.end?.outputs ?? []), own]
    case 'workflow.node.started':
      return event.attempt === 1 && own.for === 'all' ? [readyOf(own), own] : [own]
    default:
      return [own]
  }
}

function ownEvent(event: RunEvent, { isFanOut, end }: DomainFacts): DomainEventBody | null {
  const { type, seq, at } = event
  const readers = readersOf(type)
  if (readers === null) return null
  const iteration = 'iteration' in event ? (event.iteration ?? 1) : 1
  return {
    name: String(seq),
    kind: type as DomainKind,
    nodeKey: 'step' in event ? (event.step ?? null) : null,
    seq,
    attempt: 'attempt' in event ? event.attempt : null,
    at,
    payload: isEndEvent(event) && end ? endPayload(event, end, isFanOut) : payloadOf(event, iteration),
    for: isFanOut && type.startsWith('workflow.node.') ? 'internal' : readers,
  }
}

/** A step of a loop has one key in all rounds; the round tells its events apart. */
function payloadOf({ payload }: RunEvent, iteration: number): JsonObject {
  return (iteration === 1 ? payload : { ...payload, iteration }) as JsonObject
}

const readyOf = (started: DomainEventBody): DomainEventBody => ({
  ...started,
  name: `ready:${started.seq}`,
  kind: 'workflow.node.ready',
  attempt: null,
  payload: {},
  for: 'ready',
})

function internalNode(beside: DomainEventBody, nodeKey: string, name: string, output: Json): DomainEventBody[] {
  const both = { ...beside, nodeKey, attempt: 1, for: 'internal' as const }
  return [
    { ...both, name: `${name}:started`, kind: 'workflow.node.started', payload: {} },
    { ...both, name: `${name}:completed`, kind: 'workflow.node.completed', payload: { output } },
  ]
}
