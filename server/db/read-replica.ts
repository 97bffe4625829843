import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type Pool } from 'pg'
import { generationSql } from './generations.ts'
import { connectionSettings } from './pool.ts'

/** What a reader has to find: the position of a write in the write-ahead log, and a transaction of the log of runs. */
export interface Needs {
  readonly position?: bigint | undefined
  readonly xid?: bigint | undefined
}

/** A standby that answers reads. It is left out while it is behind, does not respond or is another database. */
export interface ReadReplica {
  readonly pool: Pool
  /** Whether a read there finds all of this; waits a moment for it. */
  covers(needs: Needs): Promise<boolean>
  /** A read has failed there: it is left out until it has answered again. */
  leaveOut(): void
  /** The position of the primary now, behind everything that has been committed. */
  position(): Promise<bigint>
  warnings(): readonly string[]
  stop(): Promise<void>
}

export interface ReadReplicaOptions {
  readonly url: string
  readonly primary: Pool
  readonly connections: number
  readonly onLost?: (error: Error) => void
}

export const replicaTuning = {
  /** How often both servers are asked for their positions. */
  lookEveryMs: 1_000,
  /** A replica that lacks what the primary had this long ago is left out. */
  mostBehindMs: 5_000,
  /** How long a read waits for the replica before the primary answers it, and how often it looks meanwhile. */
  waitMs: 200,
  pollMs: 10,
} as const

interface Replayed {
  readonly position: string
  readonly xmin: string
  readonly system: string
  readonly generation: string | null
}

const bytes = (lsn: string) => `pg_wal_lsn_diff(${lsn}, '0/0')::text`
const system = '(select system_identifier::text from pg_control_system())'

const replayedSql = `
select ${bytes('case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end')} as position,
       pg_snapshot_xmin(pg_current_snapshot())::text as xmin, ${system} as system,
       case when not pg_is_in_recovery() then ${generationSql} end as generation`

const presentSql = `select ${bytes('pg_current_wal_lsn()')} as position, ${system} as system, ${generationSql} as generation`

const silent = 'The database at HEDDLE_READ_URL does not respond. Lists are read from the primary.'
const other =
  'HEDDLE_READ_URL leads to another database than DATABASE_URL. Lists are read from the primary. Correct it.'
const behind = `The replica at HEDDLE_READ_URL is more than ${replicaTuning.mostBehindMs / 1_000} s behind. Lists are read from the primary until it has caught up.`

export function createReadReplica(options: ReadReplicaOptions): ReadReplica {
  return new Replica(options)
}

class Replica implements ReadReplica {
  readonly pool: Pool
  readonly #primary: Pool
  /** What the primary had, the oldest first: one position is old enough to be demanded. */
  #had: { readonly position: bigint; readonly at: number }[] = []
  #replayed = { position: -1n, xmin: -1n }
  #problem: string | null = silent
  #asking: Promise<unknown> | null = null
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor({ url, primary, connections, onLost = () => undefined }: ReadReplicaOptions) {
    // A standby is admitted here, unlike by other pools.
    const { onConnect: _, ...settings } = connectionSettings(url, connections)
    this.pool = new pg.Pool({ ...settings, application_name: 'heddle reads' })
    this.pool.on('error', onLost)
    this.pool.on('connect', (client) => client.on('error', () => undefined))
    this.#primary = primary
    this.#look()
  }

  async covers({ position = 0n, xid = 0n }: Needs): Promise<boolean> {
    const until = performance.now() + replicaTuning.waitMs
    while (this.#problem === null && !this.#stopped) {
      if (this.#replayed.position >= position && this.#replayed.xmin >= xid) return true
      if (performance.now() > until) return false
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = null
      })
      await this.#asking
      if (this.#replayed.position < position || this.#replayed.xmin < xid) await sleep(replicaTuning.pollMs)
    }
    return false
  }

  leaveOut(): void {
    this.#problem = silent
  }

  async position(): Promise<bigint> {
    const { rows } = await this.#primary.query<{ position: string }>(
      `select ${bytes('pg_current_wal_lsn()')} as position`,
    )
    return BigInt(rows[0]?.position ?? 0)
  }

  warnings(): readonly string[] {
    return this.#problem === null ? [] : [this.#problem]
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#asking
    await this.pool.end()
  }

  #look(): void {
    this.#judge()
      .catch(() => {
        // The primary does not respond: nothing can be said about the replica.
      })
      .finally(() => {
        if (!this.#stopped) this.#timer = setTimeout(() => this.#look(), replicaTuning.lookEveryMs).unref()
      })
  }

  /** Compares the replica with the primary, and says what is wrong with it. */
  async #judge(): Promise<void> {
    const { rows } = await this.#primary.query<{ position: string; system: string; generation: string }>(presentSql)
    const now = performance.now()
    const [present] = rows
    if (!present) return
    const position = BigInt(present.position)
    // A database that was promoted or restored begins again before positions that are known here.
    if (position < (this.#had.at(-1)?.position ?? 0n)) this.#had = []
    this.#had.push({ position, at: now })
    const isOld = ({ at }: { readonly at: number }) => at <= now - replicaTuning.mostBehindMs
    while (this.#had[1] && isOld(this.#had[1])) this.#had.shift()
    const demanded = this.#had.find(isOld)?.position ?? 0n
    const replayed = await this.#ask()
    this.#problem =
      replayed === null
        ? silent
        : replayed.system !== present.system || (replayed.generation ?? present.generation) !== present.generation
          ? other
          : BigInt(replayed.position) < demanded
            ? behind
            : null
  }

  async #ask(): Promise<Replayed | null> {
    try {
      const { rows } = await this.pool.query<Replayed>(replayedSql)
      const [row] = rows
      if (!row) return null
      this.#replayed = { position: BigInt(row.position), xmin: BigInt(row.xmin) }
      return row
    } catch {
      this.#problem = silent
      return null
    }
  }
}
