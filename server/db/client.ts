import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'
import { connectionSettings } from './pool.ts'

export type Database = PrismaClient

/** Prisma serves CRUD and reads; the engine's commit path is hand-written SQL (see `createPool`). */
export function createDatabase(databaseUrl: string, connections = 10): Database {
  return new PrismaClient({ adapter: new PrismaPg(connectionSettings(databaseUrl, connections)) })
}
