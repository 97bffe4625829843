import type { Pool } from 'pg'
import type { EngineIdentity } from '../ports.ts'
import type { EngineMetrics } from './engine-metrics.ts'

/** Writes the metrics of the engine into its row. Without a lease there is no row, and nothing happens. */
export async function publishMetrics(pool: Pool, engine: EngineIdentity, metrics: EngineMetrics): Promise<void> {
  await pool.query('update engine set metrics = $2::json where id = $1', [
    engine.id,
    JSON.stringify(await metrics.snapshot()),
  ])
}
