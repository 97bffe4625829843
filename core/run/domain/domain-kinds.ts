/**
 * The kinds of events of the public run, by their dotted names (docs/api.md): a subset of the history. Timers, ownership
 * and status changes are parts of the history alone.
 */
export const domainKinds = [
  'workflow.run.created',
  'workflow.run.queued',
  'workflow.run.promoted',
  'workflow.run.started',
  'workflow.run.waiting',
  'workflow.run.paused',
  'workflow.run.resumed',
  'workflow.run.completed',
  'workflow.run.failed',
  'workflow.run.cancelled',
  'workflow.node.started',
  'workflow.node.progress',
  'workflow.node.artifact',
  'workflow.node.completed',
  'workflow.node.failed',
  'workflow.node.skipped',
] as const

/** Kinds that webhooks get beside these. */
const taskKinds = ['workflow.human_task.opened', 'workflow.human_task.escalated'] as const

/** The kinds that an event filter of a webhook may name. */
export const webhookKinds = [...domainKinds, ...taskKinds] as const

/** Kinds that a reader of one run gets only on demand; `ready` is derived. */
type InternalKind = 'workflow.run.owned' | 'workflow.node.ready'

export type DomainKind = (typeof webhookKinds)[number] | InternalKind

const readersOfOther: Readonly<Record<string, 'webhook' | 'internal'>> = {
  'workflow.run.owned': 'internal',
  ...Object.fromEntries(taskKinds.map((kind) => [kind, 'webhook'])),
}

/** The readers of events of a kind; null for a kind that is part of the history alone. */
export function readersOf(kind: string): 'all' | 'webhook' | 'internal' | null {
  if ((domainKinds as readonly string[]).includes(kind)) return 'all'
  return readersOfOther[kind] ?? null
}
