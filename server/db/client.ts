import { PrismaPg } from '@prisma/adapter-pg'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { connectionSettings } from './pool.ts'

export type Database = PrismaClient

/** The client bound to an owner: each operation, and each transaction, first names the owner (see `ownerPool`). */
export function ownerDatabase(database: Database, ownerId: string): Database {
  const named = (client: Pick<Database, '$executeRaw'>) =>
    client.$executeRaw`select set_config('app.owner', ${ownerId}, true)`
  const bound = database.$extends({
    query: {
      async $allOperations({ args, query }) {
        const [, result] = await database.$transaction([named(database), query(args) as Prisma.PrismaPromise<unknown>])
        return result
      },
    },
    client: {
      $transaction<Result>(work: (transaction: Prisma.TransactionClient) => Promise<Result>): Promise<Result> {
        return database.$transaction(async (transaction) => {
          await named(transaction)
          return work(transaction)
        })
      },
    },
  })
  return bound as unknown as Database
}

/** Prisma serves CRUD and reads; the engine's commit path is hand-written SQL (see `createPool`). */
export function createDatabase(databaseUrl: string, connections = 10): Database {
  return new PrismaClient({ adapter: new PrismaPg(connectionSettings(databaseUrl, connections)) })
}
