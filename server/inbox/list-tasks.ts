import type { Actor } from '../actor.ts'
import type { Page } from '../page.ts'
import type { Stores } from '../stores.ts'
import type { HumanTaskSummary, InboxScope } from './models.ts'

export async function listTasks(
  _stores: Stores,
  _actor: Actor,
  _query: {
    readonly scope: InboxScope
    readonly search?: string | undefined
    readonly cursor?: string | null | undefined
    readonly limit: number
  },
): Promise<Page<HumanTaskSummary>> {
  throw new Error('Not reached yet.')
}
