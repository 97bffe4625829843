import type { Json } from '../../json.ts'
import type { RunEventType } from '../event.ts'
import type { JsonPath } from './payload-ref.ts'

/** Keys that lead to a value, from the event on; `*` is any key or index. */
export type OffloadablePath = readonly string[]

const changes: OffloadablePath = ['payload', 'changes', '*', '1']
const of = (...keys: readonly string[]): readonly OffloadablePath[] => keys.map((key) => ['payload', key])
const none: readonly OffloadablePath[] = []

/**
 * The places of user values in the events of a history: the inputs of a run and of its steps, and their results. Only
 * these values, or parts of them, may be offloaded; all other fields are read by every reader, with or without the
 * offloaded values.
 */
export const offloadablePaths = {
  'workflow.run.created': of('input', 'client_state'),
  'workflow.run.queued': none,
  'workflow.run.promoted': none,
  'workflow.run.owned': none,
  'workflow.run.started': none,
  'workflow.run.status_changed': none,
  'workflow.run.waiting': none,
  'workflow.run.completed': of('output', 'state'),
  'workflow.run.failed': of('state'),
  'workflow.run.rolling_back': none,
  'workflow.run.cancelled': of('state'),
  'workflow.run.reopened': none,
  'workflow.run.paused': none,
  'workflow.run.resumed': of('input'),
  'workflow.run.stepped': of('user_input'),
  'workflow.run.retried': of('input'),
  'workflow.run.acknowledged': none,
  'workflow.node.overridden': none,
  'workflow.run.carried_over': [
    ['payload', 'outputs', '*', 'output'],
    ['payload', 'outputs', '*', 'http'],
    ['payload', 'writes', '*', '*', 'value'],
    ['payload', 'signals', '*', '*'],
    ['payload', 'undo', '*', 'result'],
    ['payload', 'undo', '*', 'with'],
    ['payload', 'steps', '*', 'fan', 'items'],
    ['payload', 'steps', '*', 'fan', 'ended', '*', '*', 'output'],
    ['payload', 'steps', '*', 'rounds', 'items'],
    ['payload', 'steps', '*', 'rounds', 'results', '*', '*'],
    ['payload', 'steps', '*', 'rounds', 'asked'],
  ],
  'workflow.node.started': of('with', 'items'),
  'workflow.node.progress': none,
  'workflow.node.artifact': none,
  'workflow.node.completed': [...of('output', 'http'), changes],
  'workflow.run.steps_injected': none,
  'workflow.node.failed': none,
  'workflow.node.skipped': none,
  'workflow.loop.round_started': none,
  'workflow.item.started': of('with'),
  'workflow.item.completed': of('output'),
  'workflow.item.failed': none,
  'workflow.compensation.registered': of('with'),
  'workflow.compensation.started': none,
  'workflow.compensation.completed': of('output'),
  'workflow.compensation.failed': none,
  'workflow.human_task.opened': [...of('result'), changes],
  'workflow.human_task.decided': of('input'),
  'workflow.human_task.approved': of('input'),
  'workflow.human_task.reminded': none,
  'workflow.human_task.escalated': none,
  'workflow.human_task.closed': none,
  'workflow.timer.set': none,
  'workflow.timer.fired': none,
  'workflow.timer.cancelled': none,
  'workflow.signal.received': of('data'),
  'workflow.signal.awaited': none,
  'workflow.signal.taken': none,
  'workflow.child.spawned': of('input'),
  'workflow.child.retried': none,
  'workflow.child.waits_changed': none,
  'workflow.child.ended': of('state'),
  'workflow.code.delivered': none,
  'workflow.code.delivery_failed': none,
  'workflow.code.blocked': none,
  'workflow.code.patched': none,
  'workflow.node.milestone': of('details'),
  'workflow.run.cancel_requested': none,
  'workflow.run.continued_as_new': of('input'),
  'workflow.update.requested': of('args'),
  'workflow.update.accepted': none,
  'workflow.update.completed': of('result'),
  'workflow.update.rejected': none,
  'workflow.phase.changed': of('data', 'with'),
  'workflow.conditions.due': none,
  'workflow.conditions.checked': none,
  'workflow.locks.released': none,
  'workflow.locks.reacquired': none,
  'workflow.locks.lost': none,
  'workflow.compensation.resolved': none,
} satisfies Record<RunEventType, readonly OffloadablePath[]>

/** The value with `change` applied at these places; the value itself if nothing changed. */
export function atPlaces(
  value: Json,
  places: readonly OffloadablePath[],
  path: JsonPath,
  change: (value: Json, path: JsonPath) => Json,
): Json {
  if (places.some((place) => place.length === 0)) return change(value, path)
  if (typeof value !== 'object' || value === null) return value
  let isChanged = false
  const parts = Object.entries(value).map(([key, part]) => {
    const within = places.flatMap(([head, ...rest]) => (head === '*' || head === key ? [rest] : []))
    if (within.length === 0) return [key, part as Json] as const
    const changed = atPlaces(part as Json, within, [...path, Array.isArray(value) ? Number(key) : key], change)
    isChanged ||= changed !== part
    return [key, changed] as const
  })
  if (!isChanged) return value
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
}
