import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '../testing/harness.ts'
import { plainRows } from './plain-rows.ts'

/** Recorded by the last version without envelopes (commit 9431b378). */
const recorded = readFileSync(join(import.meta.dirname, 'plain-rows.txt'), 'utf8')

describe('runs of workflows without an envelope', () => {
  let at: Harness
  beforeAll(async () => {
    at = await createHarness()
  })
  afterAll(() => at.close())

  it('envelope 15: leave the rows and the appends of the version without envelopes, byte by byte, and none beside them', async () => {
    expect(`${await plainRows(at)}\n`).toBe(recorded)
    const { rows } = await at.pool.query(
      `select 'resource' as "table" from resource union all select 'lock_request' from lock_request
       union all select 'resource_lock' from resource_lock union all select 'resource_watch' from resource_watch`,
    )
    expect(rows).toEqual([])
  })
})
