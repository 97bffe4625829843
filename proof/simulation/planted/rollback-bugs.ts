import type { Append } from '#server/engine/commit/append.ts'
import { type PlantedBug, withAppends } from './planted-bug.ts'

/** What a run that turns back forgets about what it waits for. */
export const rollbackBugs: readonly PlantedBug[] = [
  {
    name: 'task left in its queue when its run turns back',
    store: (store) =>
      withAppends(store, (append) => {
        if (append.rows?.workRecalled === undefined) return append
        const { workRecalled: _, ...rows } = append.rows
        return { ...append, rows }
      }),
  },
  {
    name: 'rollback that waits without a deadline',
    store: (store) => withAppends(store, withoutDeadline),
  },
]

function withoutDeadline(append: Append): Append {
  if (append.rows === undefined) return append
  const timersSet = append.rows.timersSet.filter(({ timerId }) => !timerId.startsWith('settle:'))
  return { ...append, rows: { ...append.rows, timersSet } }
}
