import { uuidv7 } from 'uuidv7'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { recordAuditWithPrisma } from '#server/audit/record-audit.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'

export type ViewedList = 'runs' | 'inbox'

/** A filter of a list, saved under a name by one person, and visible to all people of the owner if shared. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** The list's address parameters, as the page wrote them. */
  readonly query: Readonly<Record<string, string>>
  readonly shared: boolean
  readonly mine: boolean
}

/** The caller's own views, followed by shared views of others: of these at most as many as one person may keep. */
export async function listViews({ database }: Stores, actor: Actor, list: ViewedList): Promise<readonly SavedView[]> {
  const find = (whose: { readonly createdBy: string | { readonly not: string }; readonly shared?: true }) =>
    database.savedView.findMany({
      where: { ownerId: actor.ownerId, list, ...whose },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      take: limits.savedViews.most,
    })
  const [own, others] = await Promise.all([
    find({ createdBy: actor.id }),
    find({ createdBy: { not: actor.id }, shared: true }),
  ])
  return [...own, ...others].map(({ id, name, query, shared, createdBy }) => ({
    id,
    name,
    query: query as Readonly<Record<string, string>>,
    shared,
    mine: createdBy === actor.id,
  }))
}

/**
 * Saves a view, and replaces an existing one with an equal name and person. Throws `TOO_LARGE` when there are too many.
 */
export async function saveView(
  { database }: Stores,
  actor: Actor,
  list: ViewedList,
  { name, query, shared }: Pick<SavedView, 'name' | 'query' | 'shared'>,
): Promise<{ readonly id: string }> {
  const key = { ownerId: actor.ownerId, list, createdBy: actor.id }
  const others = await database.savedView.count({ where: { ...key, name: { not: name } } })
  if (others >= limits.savedViews.most) {
    throw new ApiError('TOO_LARGE', `There are already ${others} views. Remove unused ones.`, 'name')
  }
  return database.$transaction(async (transaction) => {
    const { id } = await transaction.savedView.upsert({
      where: { ownerId_list_createdBy_name: { ...key, name } },
      create: { ...key, id: uuidv7(), name, query, shared },
      update: { query, shared },
    })
    await recordAuditWithPrisma(transaction, {
      actor,
      action: 'view.save',
      target: name,
      after: { list, query, shared },
      outcome: 'done',
    })
    return { id }
  })
}

/** Removes one of the caller's own views; a missing one counts as removed. */
export async function removeView(
  { database }: Stores,
  actor: Actor,
  id: string,
): Promise<{ readonly removed: boolean }> {
  return database.$transaction(async (transaction) => {
    const where = { id, ownerId: actor.ownerId, createdBy: actor.id }
    const { count } = await transaction.savedView.deleteMany({ where })
    if (count > 0)
      await recordAuditWithPrisma(transaction, { actor, action: 'view.remove', target: id, outcome: 'done' })
    return { removed: count > 0 }
  })
}
