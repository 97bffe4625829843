import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'

/** Enough for a picker; a longer list is searched, not scrolled. */
const MOST = 1_000

export async function listWorkflowNames({ database }: Stores, { ownerId }: Actor): Promise<readonly string[]> {
  const rows = await database.workflow.findMany({
    where: { ownerId, archivedAt: null },
    select: { name: true },
    orderBy: { name: 'asc' },
    take: MOST,
  })
  return rows.map((row) => row.name)
}
