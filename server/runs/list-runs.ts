import type { Actor } from '../actor.ts'
import type { Page } from '../page.ts'
import type { Stores } from '../stores.ts'
import type { RunSummary } from './models.ts'

export async function listRuns(
  _stores: Stores,
  _actor: Actor,
  _query: {
    readonly status?: readonly string[] | undefined
    readonly workflow?: string | undefined
    readonly search?: string | undefined
    readonly rootsOnly?: boolean | undefined
    readonly parentRunId?: string | undefined
    readonly cursor?: string | null | undefined
    readonly limit: number
  },
): Promise<Page<RunSummary>> {
  throw new Error('Not reached yet.')
}
