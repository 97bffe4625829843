/**
 * The kinds of events of the public run, by their dotted names (docs/api.md): a subset of the history. Timers, ownership,
 * people and status changes are parts of the history alone.
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
  'workflow.node.ready',
  'workflow.node.started',
  'workflow.node.progress',
  'workflow.node.completed',
  'workflow.node.failed',
  'workflow.node.skipped',
] as const

/** Kinds that a reader gets only on demand. */
export const internalKinds = ['workflow.run.owned'] as const

export type DomainKind = (typeof domainKinds)[number] | (typeof internalKinds)[number]
