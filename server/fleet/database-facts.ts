import type { Pool } from 'pg'
import { StandbyRefused } from '../db/generations.ts'
import { isContract, listMigrations } from '../db/migrate.ts'
import { leavingOwner, whyNoStart } from './owner-move/leaving-owner.ts'
import { fleetTuning } from './tuning.ts'
import { speaks } from './vocabulary.ts'

/** What a process has to know of its database before it may work. */
export interface Judgement {
  /** Why the process cannot work; none when it can. */
  readonly reasons: readonly string[]
  /** What an operator should look at, although the process works. */
  readonly warnings: readonly string[]
}

interface Row {
  readonly isReadOnly: boolean
  readonly now: number
  readonly applied: readonly string[]
  readonly isFleet: boolean
}

const STANDBY = 'DATABASE_URL leads to a standby, which takes no writes. Let it lead to the primary.'
const UNDEFINED_TABLE = '42P01'

/** Judges the database: it answers, takes writes, and has the migrations of this version; and the clock of this machine. */
export async function judgeDatabase(pool: Pool, now: () => number = Date.now): Promise<Judgement> {
  const sentAt = now()
  let row: Row | undefined
  try {
    const { rows } = await pool.query<Row>(
      `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
              (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
              coalesce((select array_agg(migration_name::text order by migration_name) from "_prisma_migrations"
                         where finished_at is not null and rolled_back_at is null), '{}') as applied,
              to_regclass('fleet') is not null as "isFleet"`,
    )
    row = rows[0]
  } catch (error) {
    return { reasons: [reasonOf(error)], warnings: [] }
  }
  if (!row) return { reasons: ['The database does not respond.'], warnings: [] }
  if (row.isReadOnly) return { reasons: [STANDBY], warnings: [] }
  const { applied } = row
  const vocabulary = row.isFleet ? await vocabularyOf(pool) : speaks
  const leaving = await leavingOwner(pool)
  const own = await listMigrations()
  // What a contracting migration takes away does no harm while it is there.
  const missing = own.filter((name) => !applied.includes(name) && !isContract(name))
  const unknown = applied.filter((name) => !own.includes(name))
  return {
    reasons: [
      ...(vocabulary > speaks ? [tooOld(vocabulary)] : []),
      ...(leaving ? [whyNoStart(leaving)] : []),
      ...(missing.length > 0 ? [`Migrations are not applied: ${missing.join(', ')}. Run heddle migrate.`] : []),
    ],
    warnings: [
      ...(unknown.length > 0
        ? [`The database has migrations of a later version: ${unknown.join(', ')}. Update this process.`]
        : []),
      ...clockWarning(row.now, sentAt, now()),
    ],
  }
}

const tooOld = (vocabulary: number) =>
  `The database was finalised for a later version of Heddle: it is written in vocabulary ${vocabulary}, and this process speaks ${speaks}. Start the later version.`

async function vocabularyOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ vocabulary: number }>('select vocabulary from fleet')
  return rows[0]?.vocabulary ?? speaks
}

/** The clock of this machine is off if the time of the database lies outside of the time that the question took. */
function clockWarning(databaseNow: number, sentAt: number, answeredAt: number): readonly string[] {
  const offMs = Math.max(sentAt - databaseNow, databaseNow - answeredAt)
  if (offMs <= fleetTuning.clockOffMs) return []
  const side = sentAt > databaseNow ? 'ahead of' : 'behind'
  const seconds = Math.round(offMs / 1_000)
  return [`The clock of this machine is ${seconds} s ${side} the clock of the database. Set both by NTP.`]
}

function reasonOf(error: unknown): string {
  if (error instanceof StandbyRefused) return STANDBY
  if ((error as { code?: unknown }).code === UNDEFINED_TABLE)
    return 'The database has none of the tables of Heddle. Run heddle migrate.'
  return 'The database does not respond. Check DATABASE_URL, and that PostgreSQL runs.'
}
