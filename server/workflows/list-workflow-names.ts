import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'

export async function listWorkflowNames({ database }: Stores, { ownerId }: Actor): Promise<readonly string[]> {
  const rows = await database.workflow.findMany({
    where: { ownerId, archivedAt: null },
    select: { name: true },
    orderBy: { name: 'asc' },
    take: limits.shown.workflowNames,
  })
  return rows.map((row) => row.name)
}
