import type { Pool } from 'pg'
import { AggregatorRegistry, Gauge, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import { statuses } from '#core/run/statuses.ts'
import { cached } from '../cached.ts'
import { measureProcess } from '../engine/telemetry/event-loop-delay.ts'
import { type DatabaseFigures, readDatabase, type TableFigures } from './read-database.ts'
import { replications } from './replication.ts'
import { countByStatus } from './search/run-counts.ts'
import { within } from './within.ts'

const CACHED_MS = 5_000
const ANSWER_WITHIN_MS = 4_000

type Snapshot = MetricObjectWithValues<MetricValue<string>>[]

interface EngineRow {
  readonly engine: string
  readonly metrics: Snapshot | null
}

/**
 * All metrics in Prometheus' text format: of the database, of this process, and of every engine with a lease, which
 * writes them into its row; these are labelled with the engine's host and process. When the database does not answer,
 * `heddle_up` is 0 and only this process's own metrics are present.
 */
export function createMetrics(pool: Pool): () => Promise<string> {
  const own = new Registry()
  measureProcess(own, 'web')
  const gauge = gaugesOf(own)
  const up = gauge('heddle_up', 'Whether the database answers')
  const database = databaseGauges(own)
  const figures = cached(CACHED_MS, () => readDatabase(pool))
  const byStatus = cached(CACHED_MS, () => countByStatus(pool))
  const engines = cached(CACHED_MS / 5, () => readEngines(pool))

  return async () => {
    own.resetMetrics()
    let snapshots: Snapshot[] = []
    try {
      const [one, counts, rows] = await within(ANSWER_WITHIN_MS, Promise.all([figures(), byStatus(), engines()]))
      up.set(1)
      database(one, counts, rows.length)
      snapshots = rows.flatMap(labelled)
    } catch {
      up.set(0)
    }
    const ofEngines = AggregatorRegistry.aggregate(snapshots as object[])
    return mergeTexts(await own.metrics(), await ofEngines.metrics())
  }
}

async function readEngines(pool: Pool): Promise<readonly EngineRow[]> {
  const { rows } = await pool.query<EngineRow>(
    `select host || ':' || pid as engine, metrics from engine where lease_expires_at > clock_timestamp()`,
  )
  return rows
}

function labelled({ engine, metrics }: EngineRow): Snapshot[] {
  if (!metrics) return []
  return [
    metrics.map((metric) => ({
      ...metric,
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, engine } })),
    })),
  ]
}

function gaugesOf(registry: Registry) {
  return <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] })
}

function databaseGauges(registry: Registry) {
  const gauge = gaugesOf(registry)
  const alive = gauge('heddle_engines', 'Engines with a lease')
  const runs = gauge('heddle_runs', 'Runs by status', ['status'])
  const single: Readonly<Record<Exclude<keyof DatabaseFigures, 'tables' | 'replication'>, Gauge>> = {
    ready: gauge('heddle_ready_runs', 'Runs that wait for an engine to take them'),
    readyAgeSeconds: gauge('heddle_ready_age_seconds', 'How long the run whose turn is next has waited'),
    mailbox: gauge('heddle_mailbox_messages', 'Commands that no engine has read'),
    openTasks: gauge('heddle_open_human_tasks', 'Human tasks that wait for a decision'),
    timersDue: gauge('heddle_timers_due', 'Timers that are due and have not fired'),
    timerLatenessSeconds: gauge('heddle_timer_lateness_seconds', 'How long the oldest due timer has been due'),
    notices: gauge('heddle_failure_notices', 'Failures whose HEDDLE_ON_FAILURE call has not succeeded yet'),
    databaseBytes: gauge('heddle_database_bytes', 'Size of the database'),
    connections: gauge('heddle_database_connections', 'Open connections to the database'),
    connectionsAllowed: gauge('heddle_database_connections_allowed', 'max_connections of the server'),
  }
  const replication = gauge('heddle_database_replication', 'Kind of replication: 1 for the one that there is', ['kind'])
  const live = gauge('heddle_table_live_rows', 'Rows of a table, by the statistics of the database', ['table'])
  const dead = gauge('heddle_table_dead_rows', 'Dead rows that vacuum has not removed yet', ['table'])
  const updates = gauge('heddle_table_updates', 'Updates since the statistics began', ['table'])
  const hot = gauge('heddle_table_hot_updates', 'Updates that touched no index', ['table'])
  const share = gauge('heddle_table_hot_share', 'Share of updates that touched no index', ['table'])

  const setTable = (figures: TableFigures) => {
    const { table } = figures
    live.set({ table }, figures.live)
    dead.set({ table }, figures.dead)
    updates.set({ table }, figures.updates)
    hot.set({ table }, figures.hot)
    share.set({ table }, figures.updates === 0 ? 1 : figures.hot / figures.updates)
  }
  return (figures: DatabaseFigures, counts: ReadonlyMap<string, number>, enginesAlive: number) => {
    alive.set(enginesAlive)
    for (const status of statuses) runs.set({ status }, counts.get(status) ?? 0)
    for (const [name, one] of Object.entries(single)) one.set(figures[name as keyof typeof single])
    for (const kind of replications) replication.set({ kind }, kind === figures.replication ? 1 : 0)
    for (const table of figures.tables) setTable(table)
  }
}

/** Merges metric texts: a metric in several of them (of web and of engines) may be described only once. */
function mergeTexts(...texts: readonly string[]): string {
  const blocks = new Map<string, { head: string[]; lines: string[] }>()
  for (const text of texts) {
    let name = ''
    for (const line of text.split('\n')) {
      if (line === '') continue
      const described = /^# (?:HELP|TYPE) (\S+)/.exec(line)
      name = described?.[1] ?? name
      const block = blocks.get(name) ?? { head: [], lines: [] }
      blocks.set(name, block)
      if (!described) block.lines.push(line)
      else if (!block.head.includes(line)) block.head.push(line)
    }
  }
  return `${[...blocks.values()].map(({ head, lines }) => [...head, ...lines].join('\n')).join('\n\n')}\n`
}
