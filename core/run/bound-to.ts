import type { Seen } from './decide/seen.ts'

/** What a run was when a command of a person arrived. */
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

/** Verbs that mean the run however it stands, and signals, which the first step reads that waits for them. */
const unbound: readonly string[] = ['cancel', 'pause', 'signal']

/**
 * The binding of a command to what the run was when it arrived: of an answer without a task id to the waits that were open,
 * of any other verb to what had happened. The run refuses a command that would mean something that began later, which its
 * sender had not seen.
 */
export function boundTo(
  { type, input, task_id }: Arriving,
  { at, openTasks }: Arrival,
): Seen & { readonly open_waits?: readonly string[] } {
  if (unbound.includes(type)) return {}
  if (type !== 'resume' || input === undefined) return { seen_at: at }
  return task_id === undefined ? { open_waits: openTasks } : {}
}
