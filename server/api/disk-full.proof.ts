import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '#proof/testing/invariants.ts'
import { type OwnServer, startOwnServer } from '../db/testing/own-server.ts'
import { mountSmallDisk } from '../db/testing/small-disk.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

const disk = await mountSmallDisk(144)
const soon = { interval: 20 }

const yaml = `
workflow_type: Grows
steps:
  - name: First
    type: STANDARD
    function: t.double
  - name: Wait
    type: WAIT
    duration_seconds: 0.2
  - name: Second
    type: STANDARD
    function: t.double
`

/** A PostgreSQL whose whole disk, log included, has no room left. Needs the right to mount; database-unavailable.proof.ts injects the error. */
describe('the API and the engine while the disk of the database is full', () => {
  let server: OwnServer
  let api: TestApi
  let admin: pg.Pool
  const accepted: string[] = []
  beforeAll(async () => {
    // So that the segments of the log that are made ahead do not hide that there is no room.
    server = await startOwnServer(['min_wal_size=32MB', 'wal_recycle=off', 'wal_init_zero=on'], disk.folder)
    api = await startTestApi({ database: server })
    admin = new pg.Pool({ connectionString: server.url, max: 1 })
    admin.on('error', () => undefined)
    expect((await api.publish(yaml)).status).toBe(201)
  })
  afterAll(async () => {
    await disk.free()
    try {
      await server?.untilUp()
      await admin?.end()
      await api?.stop()
    } finally {
      await disk.remove()
    }
  })

  /** A large start; the answer's status, and its error when it was refused. */
  const start = async () => {
    const answer = await api.post('/v1/workflows/run?name=Grows', {
      input: { n: 1, text: randomBytes(60_000).toString('base64') },
    })
    const body = (await answer.json()) as { run_id?: string; error?: { code: string; message: string } }
    if (body.run_id) accepted.push(body.run_id)
    return { status: answer.status, error: body.error, retryAfter: answer.headers.get('retry-after') }
  }
  const allCompleted = async () => {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from run_state where run_id = any($1) and status = 'COMPLETED' and engine_id is null`,
      [accepted],
    )
    return rows[0]?.count === accepted.length
  }
  const accepts = async () => (await start()).status === 201

  it('answers 503 with what is the matter, keeps what was accepted, and goes on by itself when there is room', async () => {
    for (let n = 0; n < 20; n += 1) expect(await start()).toMatchObject({ status: 201 })
    await disk.fill()
    const refused = []
    for (let n = 0; n < 200 && refused.length < 2; n += 1) {
      const answer = await start()
      if (answer.status !== 201) refused.push(answer)
    }
    expect(refused).toHaveLength(2)
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
      expect(answer.error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('no disk space') })
    }
    // What can be read is read all the same.
    expect((await api.fetch('/v1/workflow-runs')).status).toBe(200)
    await disk.free()
    await expect.poll(accepts, soon).toBe(true)
    await expect.poll(allCompleted, soon).toBe(true)
    const { rows } = await admin.query('select count(*)::int as runs from run')
    // Refused was refused: nothing of it was written.
    expect(rows).toEqual([{ runs: accepted.length }])
    expect(await findViolations(admin, { settled: true })).toEqual([])
  })

  it('goes on when the log itself had no room, and PostgreSQL went down of it', async () => {
    for (let n = 0; n < 10; n += 1) expect(await start()).toMatchObject({ status: 201 })
    await disk.fill()
    // Each asks for a new segment; the one that finds no room ends the server.
    await expect(
      (async () => {
        for (let n = 0; n < 50; n += 1) {
          await admin.query(`select pg_logical_emit_message(false, 'test', 'more')`)
          await admin.query('select pg_switch_wal()')
        }
      })(),
    ).rejects.toThrow(/pg_wal|terminat|closed|ECONNRESET|EPIPE/)
    const answer = await start()
    expect(answer).toMatchObject({ status: 503, error: { code: 'UNAVAILABLE' } })
    await disk.free()
    await server.untilUp()
    await expect.poll(accepts, soon).toBe(true)
    await expect.poll(allCompleted, soon).toBe(true)
    expect(await findViolations(admin, { settled: true })).toEqual([])
  })
})
