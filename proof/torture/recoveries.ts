import type { Pool } from 'pg'

/** How long the runs that a fault hit stood still. */
export interface Recoveries {
  /** Runs that an engine held are followed until another one has them, or they ended. */
  engineLost(pid: number): Promise<void>
  /** All runs that are held are followed until they have gone on. */
  databaseLost(held: readonly HeldRun[]): void
  held(): Promise<readonly HeldRun[]>
  readonly takeovers: number
  readonly waiting: number
  /** `both`: the database was stopped while they waited for another engine. */
  percentiles(of: Fault): { readonly p50: number; readonly p99: number; readonly max: number }
  stop(): void
}

export interface HeldRun {
  readonly run_id: string
  readonly seq: number
  readonly engine_id: string
}

type Fault = 'engine' | 'database' | 'both'

interface Followed extends HeldRun {
  readonly fault: Fault
  readonly at: number
}

const LOOK_MS = 100

export function followRecoveries(pool: Pool): Recoveries {
  let followed: Followed[] = []
  const times: Record<Fault, number[]> = { engine: [], database: [], both: [] }
  let looking = false

  const hasGoneOn = (run: Followed, now: { seq: number; engine_id: string | null; ended: boolean } | undefined) =>
    now === undefined ||
    now.ended ||
    (now.seq > run.seq && (run.fault === 'database' || now.engine_id !== run.engine_id))

  const look = async (): Promise<void> => {
    if (looking || followed.length === 0) return
    looking = true
    try {
      const { rows } = await pool.query<{ run_id: string; seq: number; engine_id: string | null; ended: boolean }>(
        'select run_id, p.seq, engine_id, ended_at is not null as ended from run_state join run_progress p using (run_id) where run_id = any($1)',
        [followed.map(({ run_id }) => run_id)],
      )
      const states = new Map(rows.map((row) => [row.run_id, row]))
      const now = performance.now()
      const done = new Set(followed.filter((run) => hasGoneOn(run, states.get(run.run_id))))
      for (const run of done) times[run.fault].push(now - run.at)
      followed = followed.filter((run) => !done.has(run))
    } catch {
      // The database is away; the time runs on.
    } finally {
      looking = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_MS)

  const follow = (runs: readonly HeldRun[], fault: 'engine' | 'database') => {
    const at = performance.now()
    followed = [...followed, ...runs.map((run) => ({ ...run, fault, at }))]
  }
  const select = 'select s.run_id, p.seq, s.engine_id from run_state s join run_progress p using (run_id)'

  return {
    async engineLost(pid) {
      const { rows } = await pool.query<HeldRun>(`${select} join engine e on e.id = s.engine_id where e.pid = $1`, [
        pid,
      ])
      follow(rows, 'engine')
    },
    databaseLost(held) {
      followed = followed.map((run) => (run.fault === 'engine' ? { ...run, fault: 'both' } : run))
      follow(held, 'database')
    },
    async held() {
      return (await pool.query<HeldRun>(`${select} where s.engine_id is not null`)).rows
    },
    get takeovers() {
      return times.engine.length + times.both.length
    },
    get waiting() {
      return followed.length
    },
    percentiles(of) {
      const sorted = [...times[of]].sort((a, b) => a - b)
      const at = (share: number) =>
        Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
      return { p50: at(0.5), p99: at(0.99), max: at(1) }
    },
    stop: () => clearInterval(timer),
  }
}
