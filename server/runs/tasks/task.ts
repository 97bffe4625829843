import type { Json } from '#core/json.ts'
import type { Instant } from '../../page.ts'

export interface Person {
  readonly id: string
  readonly name: string
}

/** One of the few values that the author chose to show in the row of a task. */
export interface TaskField {
  readonly label: string
  readonly value: Json
}

export interface HumanTaskSummary {
  readonly taskId: string
  readonly runId: string
  readonly workflow: string
  readonly version: number
  readonly step: string
  readonly title: string
  readonly queue: string | null
  /** 0 to 100; 50 unless the author said otherwise. */
  readonly priority: number
  readonly fields: readonly TaskField[]
  /**
   * People and groups who may decide: those of the definition, those it was escalated to, and those it was passed to.
   */
  readonly assignees: readonly string[]
  readonly groups: readonly string[]
  readonly escalatedTo: readonly string[]
  readonly escalatedAt: Instant | null
  readonly delegates: readonly string[]
  /** The number of reminders so far, and the time of the last one. */
  readonly reminders: number
  readonly remindedAt: Instant | null
  /** The person who started the run; null when unknown. */
  readonly requestedBy: string | null
  readonly approvalsRequired: number
  readonly approvals: readonly { readonly by: Person; readonly at: Instant }[]
  readonly status: 'open' | 'decided' | 'closed'
  /** Every write names the revision that it is based on. */
  readonly revision: number
  readonly holder: (Person & { readonly since: Instant | null }) | null
  readonly followUpAt: Instant | null
  readonly dueAt: Instant | null
  readonly openedAt: Instant
  readonly decidedBy: string | null
  readonly decidedByName: string | null
  readonly closedAt: Instant | null
  readonly comments: number
}
