import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPool } from '../db/pool.ts'
import { createTestDatabase } from '../db/testing/test-database.ts'
import { createEngineMetrics } from '../engine/telemetry/engine-metrics.ts'
import { createMetrics } from './metrics.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFile(join(root, path), 'utf8')
/** First cells of table rows: what a table is about. */
const documented = (text: string, name: RegExp) =>
  [...text.matchAll(/^\| `([^`]+)`/gm)].flatMap(([, cell = '']) => (name.test(cell) ? [cell] : [])).sort()

it('documents every metric that is exposed, and no other', async () => {
  const database = await createTestDatabase()
  const pool = createPool(database.url, 2)
  const text = await createMetrics(pool)()
  await pool.end()
  await database.drop()
  const ofEngine = (await createEngineMetrics().snapshot()) as readonly { readonly name: string }[]
  const ofWeb = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
  const exposed = [...new Set([...ofWeb, ...ofEngine.map(({ name }) => name)])].sort()
  expect(documented(await read('docs/operations.md'), /^heddle_/)).toEqual(exposed)
})

it('documents every setting for operators, and in the README some of them', async () => {
  const settings = [...(await read('server/env-schema.ts')).matchAll(/^ {2}([A-Z_]+): (?:z\b|[a-z]\w*)/gm)]
    .map(([, name = '']) => name)
    .sort()
  expect(settings).toContain('HEDDLE_RETENTION_DAYS')
  expect(documented(await read('docs/operations.md'), /^[A-Z_]+$/)).toEqual(settings)
  const inReadme = documented(await read('README.md'), /^[A-Z_]+$/)
  expect(inReadme).toContain('HEDDLE_FUNCTIONS')
  expect(settings).toEqual(expect.arrayContaining(inReadme))
})
