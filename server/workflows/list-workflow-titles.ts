import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'

/** The workflows that have a title beside their id, archived ones included: lists of runs and tasks show the title. */
export async function listWorkflowTitles(
  { database }: Stores,
  { ownerId }: Actor,
): Promise<readonly { readonly name: string; readonly title: string }[]> {
  const rows = await database.workflow.findMany({
    where: { ownerId, title: { not: null } },
    select: { name: true, title: true },
    orderBy: { name: 'asc' },
    take: limits.shown.workflowNames,
  })
  return rows.map(({ name, title }) => ({ name, title: title ?? name }))
}
