import { randomUUID } from 'node:crypto'
import { describeStore } from '../../testing/store-contract.ts'
import { createMemoryStore, findReply, send, startRuns } from './memory-store.ts'
import { createTables } from './tables.ts'

describeStore('memory', async () => {
  const tables = createTables()
  const store = createMemoryStore(tables, Date.now, randomUUID)
  return {
    store,
    start: async (runs) => startRuns(tables, Date.now(), runs),
    send: async (message) => send(tables, Date.now(), message),
    findReply: async (operationId) => findReply(tables, operationId),
    close: () => store.close(),
  }
})
