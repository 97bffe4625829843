import pg, { type ClientBase, type Pool } from 'pg'
import { limits } from '#core/limits.ts'
import { MoveRefused } from './move-refused.ts'

/** An owner that a command moves away, or whose move has broken off: it may be in two databases. */
export interface LeavingOwner {
  readonly ownerId: string
  /** The other database, for people. */
  readonly database: string
  /** Its system identifier and name. */
  readonly identity: string
}

/** The owner that leaves this database; null where none does. */
export async function leavingOwner(db: Pick<ClientBase | Pool, 'query'>): Promise<LeavingOwner | null> {
  const { rows: found } = await db.query<{ exists: boolean }>(`select to_regclass('moved_owner') is not null as exists`)
  if (!found[0]?.exists) return null
  const { rows } = await db.query(
    `select owner_id as "ownerId", database, identity from moved_owner where direction = 'leaving' order by owner_id limit 1`,
  )
  return (rows[0] as LeavingOwner | undefined) ?? null
}

/** Why no process may start on the database that the owner leaves. */
export const whyNoStart = ({ ownerId, database }: LeavingOwner): string =>
  `${ownerId} is on its way to ${database}, and its runs may go on there. Run heddle owner move ${ownerId} again, or heddle owner stay ${ownerId} to give it up.`

/** The same for a supervisor, before it starts anything. */
export async function refuseLeavingOwner(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: limits.database.connectMs })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const leaving = await leavingOwner(client)
    if (leaving) throw new MoveRefused(whyNoStart(leaving))
  } finally {
    await client.end()
  }
}
