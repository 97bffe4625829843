import type { Json } from '../json.ts'
import { limits } from '../limits.ts'
import type { Concurrency } from './concurrency.ts'

/**
 * The transaction envelope of a workflow: what a run passes through before, around and after its steps
 * (docs/reference/definition.md). Plain data, with the keys of the YAML.
 */
export interface Envelope {
  /** Checks of the input, evaluated once. */
  readonly validate?: readonly EnvelopeCheck[]
  /** Conditions that have to be true at the same time before the run goes on. */
  readonly conditions?: readonly EnvelopeCondition[]
  readonly conditions_timeout_seconds?: number
  readonly discover?: EnvelopeDiscovery
  readonly locks?: EnvelopeLocks
  /** The time limit of RUNNING; the workflow's own `timeout_seconds` means the same. */
  readonly run_timeout_seconds?: number
  readonly rollback?: 'when_possible' | 'saga_only'
  readonly rollback_timeout_seconds?: number
  readonly acknowledge?: EnvelopeAcknowledgement
}

export interface EnvelopeCheck {
  readonly check: string
  readonly message?: string
}

/** A condition: an expression (`when`), a received signal (`signal`), or both. */
export interface EnvelopeCondition {
  readonly name: string
  readonly when?: string
  /** Expression of the instant at which the condition is evaluated again. */
  readonly at?: string
  readonly signal?: string
  readonly every_seconds?: number
}

/** The resources by expressions, or by a function, which a worker calls if there is a queue. */
export interface EnvelopeDiscovery {
  /** Expressions that give a name or a list of names. */
  readonly resources?: readonly string[]
  readonly function?: string
  readonly queue?: string
  readonly with?: Json
  readonly timeout_seconds?: number
}

/** A kind, a colon, and a name without control characters; bounded by `limits.envelope.resourceCharacters`. */
const resourceName = /^[A-Za-z][A-Za-z0-9_-]*:[^\p{Cc}\p{Cs}]+$/u

/** Whether runs can lock a resource of this name, such as `device:7`. */
export function isResourceName(name: string): boolean {
  return name.length <= limits.envelope.resourceCharacters && resourceName.test(name)
}

export type LockMode = 'exclusive' | 'shared'

export interface EnvelopeLocks {
  readonly mode?: LockMode
  /** Expressions of the resources that are locked shared where `mode` is exclusive. */
  readonly shared?: readonly string[]
  readonly wait_timeout_seconds?: number
  readonly while_waiting?: 'hold' | 'release'
  readonly on_unsafe?: 'hold_until_ack' | 'release'
}

type AckPolicy = 'auto' | 'manual'

export interface EnvelopeAcknowledgement {
  readonly completed?: AckPolicy
  readonly failed_safe?: AckPolicy
  readonly failed_unsafe?: AckPolicy
  readonly after_seconds?: number
}

/** Whether runs pass through the phases of an envelope: they have one, or take a slot before their steps. */
export function hasEnvelope({
  envelope,
  concurrency,
}: {
  readonly envelope?: Envelope | undefined
  readonly concurrency?: Concurrency | undefined
}): boolean {
  return envelope !== undefined || concurrency !== undefined
}

/** Whether runs lock resources: they lock what they discover, and `locks` only says how. */
export function takesLocks(envelope: Envelope | undefined): boolean {
  return envelope?.discover !== undefined
}

/** Whether failed runs are rolled back although the workflow is no saga. */
export function rollsBackWhenPossible(envelope: Envelope | undefined): boolean {
  return (envelope?.rollback ?? (envelope?.locks === undefined ? 'saga_only' : 'when_possible')) === 'when_possible'
}

/** The acknowledgement of each outcome, by its phase. */
export function acknowledgementOf(envelope: Envelope | undefined, phase: string): AckPolicy {
  // A workflow that only has a limit on its runs did not ask for acknowledgements.
  if (envelope === undefined) return 'auto'
  const { completed = 'auto', failed_safe = 'auto', failed_unsafe = 'manual' } = envelope.acknowledge ?? {}
  if (phase === 'COMPLETED') return completed
  return phase === 'FAILED_SAFE' ? failed_safe : failed_unsafe
}
