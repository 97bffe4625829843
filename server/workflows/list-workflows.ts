import type { Actor } from '../actor.ts'
import type { Page } from '../page.ts'
import type { Stores } from '../stores.ts'
import type { WorkflowSummary } from './models.ts'

export async function listWorkflows(
  _stores: Stores,
  _actor: Actor,
  _query: {
    readonly search?: string | undefined
    readonly archived?: boolean | undefined
    readonly cursor?: string | null | undefined
    readonly limit: number
  },
): Promise<Page<WorkflowSummary>> {
  throw new Error('Not reached yet.')
}
