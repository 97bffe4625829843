import { randomUUID } from 'node:crypto'
import type { StoreUnderTest } from '#proof/testing/contract/store-bench.ts'
import { describeStore } from '#proof/testing/contract/store-contract.ts'
import { describeWork } from '#proof/testing/contract/work-contract.ts'
import type { Append } from '../../commit/append.ts'
import { forceRelease } from './locks.ts'
import { createMemoryStore, findCommand, findReply, send, startEagerly, startRuns } from './memory-store.ts'
import { createTables } from './tables.ts'
import { createMemoryWork } from './work.ts'

/** As on PostgreSQL, where ids are UUIDs. */
const isStorable = ({ rows }: Append) => rows?.messages.every(({ to }) => /^[0-9a-f-]{36}$/.test(to)) ?? true

const open = async (): Promise<StoreUnderTest> => {
  const tables = createTables(isStorable)
  const store = createMemoryStore(tables, Date.now, randomUUID)
  return {
    store,
    work: createMemoryWork(tables, Date.now, randomUUID),
    start: async (runs) => startRuns(tables, Date.now(), runs),
    startEagerly: async (run) => startEagerly(tables, Date.now(), run),
    send: async (message) => send(tables, Date.now(), message),
    findCommand: async (operationId) => findCommand(tables, operationId),
    findReply: async (operationId) => findReply(tables, operationId),
    forceRelease: async (lock) => forceRelease(tables, Date.now(), lock),
    saveVariables: async (ownerId, variables) => void tables.variables.set(ownerId, variables),
    async registeredEarlier({ id }) {
      const row = tables.engines.get(id)
      if (row) tables.engines.set(id, { ...row, generation: tables.generation - 1 })
    },
    close: () => store.close(),
  }
}

describeStore('memory', open)
describeWork('memory', open)
