import type { Append } from '#server/engine/commit/append.ts'
import type { LockFaults } from '#server/engine/store/memory/lock-tables.ts'
import { writeLockRows } from '#server/engine/store/memory/locks.ts'
import type { PlantedBug } from './planted-bug.ts'
import { withAppends } from './planted-bug.ts'

const LATER_MS = 30

/** Bugs of the lock manager. */
export const lockBugs: readonly PlantedBug[] = [
  {
    name: 'locks granted without order',
    store: (store, _process, { tables }) => {
      plant(tables, { rules: { inOrder: false, reserves: true } })
      return store
    },
  },
  {
    name: 'locks given back outside of the commit',
    store: (store, process, { tables, schedule, databaseNow }) =>
      withAppends(store, (append) => {
        const ended = append.rows?.locksEnded
        if (ended === undefined) return append
        schedule.at(schedule.now + LATER_MS, () => {
          const rows = { ...append.rows, locksEnded: ended } as NonNullable<Append['rows']>
          if (process.isAlive) writeLockRows(tables, databaseNow(), append.runId, onlyEnds(rows))
        })
        return { ...append, rows: withoutEnds(append.rows) }
      }),
  },
  {
    name: 'fencing token used twice',
    store: (store, _process, { tables }) => {
      plant(tables, { reusesTokens: true })
      return store
    },
  },
  {
    name: 'reservation of the oldest request forgotten',
    store: (store, _process, { tables }) => {
      plant(tables, { rules: { inOrder: true, reserves: false } })
      return store
    },
  },
]

function plant(tables: { lockFaults: LockFaults }, faults: LockFaults): void {
  tables.lockFaults = faults
}

type Rows = NonNullable<Append['rows']>

function withoutEnds(rows: Append['rows']): Rows {
  const { locksEnded: _, ...others } = rows as Rows
  return others
}

function onlyEnds({ locksEnded }: Rows): Rows {
  const none = { timersSet: [], timersCleared: [], tasksOpened: [], tasksClosed: [], children: [], messages: [] }
  return { ...none, handled: [], ...(locksEnded !== undefined && { locksEnded }) }
}
