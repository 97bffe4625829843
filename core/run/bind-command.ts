import type { SeenAt } from './decide/seen-at.ts'

/** The state of a run when a person's command arrived. */
export interface Arrival {
  /** The instant of its last event. */
  readonly at: number
  /** Ids of the open tasks that an answer may mean. */
  readonly openTasks: readonly string[]
}

interface Arriving {
  readonly type: string
  readonly input?: unknown
  readonly task_id?: string | undefined
}

/**
 * Verbs without a binding: verbs that apply to any state of the run, and signals, which go to the first step that waits
 * for them.
 */
const unbound: readonly string[] = ['cancel', 'pause', 'signal']

/**
 * The binding of a command to the state of the run when the command arrived: an answer without a task id is bound to
 * the open waits, any other verb to the last event. The run refuses a command that would affect something that began
 * later, which its sender had not seen.
 */
export function bindCommand(
  { type, input, task_id }: Arriving,
  { at, openTasks }: Arrival,
): SeenAt & { readonly open_waits?: readonly string[] } {
  if (unbound.includes(type)) return {}
  if (type !== 'resume' || input === undefined) return { seen_at: at }
  return task_id === undefined ? { open_waits: openTasks } : {}
}
