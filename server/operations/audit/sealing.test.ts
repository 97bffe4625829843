import { afterAll, beforeAll, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { createPool } from '../../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { startSealing } from './sealing.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 2)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('seals what is there, and looks rarely while nothing is there (access 13; ASVS 16.4.2)', async () => {
  const pauses = { sealEveryMs: 10, idleSealMs: 40 }
  await recordAudit(pool, { actor: localActor, action: 'a.b', target: 'x', outcome: 'done' })
  const looks: number[] = []
  const lines: string[] = []
  await new Promise<void>((resolve) => {
    const sealing = startSealing({
      pool,
      pauses,
      log: (line) => lines.push(line),
      onLook(pauseMs) {
        looks.push(pauseMs)
        if (looks.length === 4) void sealing.stop().then(resolve)
      },
    })
  })
  expect(looks).toEqual([10, 20, 40, 40])
  expect(lines).toEqual([])
  const { rows } = await pool.query('select count(*)::int as sealed from audit where seq = 1')
  expect(rows).toEqual([{ sealed: 1 }])
})
