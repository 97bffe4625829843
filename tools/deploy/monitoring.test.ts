import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createPool } from '#server/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts'
import { createEngineMetrics } from '#server/engine/telemetry/engine-metrics.ts'
import { createMetrics } from '#server/operations/metrics.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'monitoring', file), 'utf8')

interface Metric {
  readonly name: string
  readonly type: string
}

let database: TestDatabase
/** The names of all series, as Prometheus stores them. */
let series: ReadonlySet<string>

beforeAll(async () => {
  database = await createTestDatabase()
  const pool = createPool(database.url, 2)
  const text = await createMetrics(pool)()
  await pool.end()
  const ofWeb = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))
  const ofEngine = (await createEngineMetrics().snapshot()) as unknown as readonly Metric[]
  series = new Set(
    [...ofWeb, ...ofEngine].flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
})
afterAll(() => database.drop())

const namesIn = (expression: string) => expression.match(/heddle_\w+/g) ?? []

describe('the files for monitoring', () => {
  it('has a dashboard whose panels ask for metrics that exist', () => {
    const { panels } = JSON.parse(read('dashboard.json')) as {
      panels: readonly { title: string; targets: readonly { expr: string }[] }[]
    }
    for (const { title, targets } of panels) {
      const names = targets.flatMap(({ expr }) => namesIn(expr))
      expect([title, names.filter((name) => !series.has(name))]).toEqual([title, []])
      expect(names.length, title).toBeGreaterThan(0)
    }
  })

  it('has alert rules about metrics that exist, each with a sentence', () => {
    const { groups } = parse(read('alerts.yaml')) as {
      groups: readonly { rules: readonly { alert: string; expr: string; annotations: { summary: string } }[] }[]
    }
    const rules = groups.flatMap((group) => group.rules)
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { alert, expr, annotations } of rules) {
      expect([alert, namesIn(expr).filter((name) => !series.has(name))]).toEqual([alert, []])
      expect(annotations.summary).toMatch(/\.$/)
    }
  })
})
