import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spawnArmed } from '#proof/testing/crash/armed-process.ts'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { sealAudit } from '#server/audit/seal.ts'
import { verifyAudit } from '#server/audit/verify-chain.ts'
import { crashPoints } from '../../engine/crash-points.ts'

const FAMILIES = 5

const AUDIT_ROWS = 700

describe('the removal of old runs and of old rows of the audit', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.publish('Below', [standard('First', 'add_one')])
    await harness.publish('Above', [{ name: 'Down', type: 'SUB_WORKFLOW', sub_workflow_type: 'Below', input: {} }])
    await harness.engine()
  })
  afterAll(() => harness.close())

  const left = async () => {
    const { rows } = await harness.pool.query<{ runs: number }>('select count(*)::int as runs from run')
    return rows[0]?.runs
  }
  const brokenPlaces = async () => {
    const client = await harness.pool.connect()
    try {
      return (await verifyAudit(client)).broken
    } finally {
      client.release()
    }
  }
  const removal = () => spawnArmed(harness.databaseUrl, join(import.meta.dirname, 'remove-once.ts'))

  it.each(crashPoints.filter((point) => point.startsWith('remove_runs.')))(
    'has removed whole families, or none of them, when it is killed at %s, and the next one removes the rest',
    async (point) => {
      const runIds = await Promise.all(Array.from({ length: FAMILIES }, () => harness.start('Above')))
      for (const runId of runIds) await harness.until(runId, 'COMPLETED')
      await harness.pool.query(`update run_state set ended_at = now() - interval '2 days'`)

      const killed = removal()
      killed.begin({ point, times: 1 })
      await killed.died
      expect(killed.wasKilled(), killed.output()).toBe(true)
      await expect.poll(left).toBeOneOf([0, 2 * FAMILIES])
      // They were made older than their histories say, so that is not asked.
      expect((await harness.violations()).filter(({ invariant }) => invariant !== 9)).toEqual([])

      const next = removal()
      next.begin()
      await next.died
      expect(await left(), next.output()).toBe(0)
    },
  )

  it.each(crashPoints.filter((point) => point.startsWith('expire_audit.')))(
    'has removed rows of the audit with the mark of their chain, or none, when it is killed at %s (access 13; ASVS 16.4.2)',
    async (point) => {
      const client = await harness.pool.connect()
      await client.query('set session_replication_role = replica')
      await client.query('delete from audit; delete from audit_chain')
      await client.query(
        `insert into audit (owner_id, at, actor_id, kind, action, target, outcome)
         select 'acme', now() - interval '60 days', 'ana', 'person', 'a.b', 'n' || n, 'done' from generate_series(1, $1::int) n`,
        [AUDIT_ROWS],
      )
      await client.query('set session_replication_role = origin')
      client.release()
      await sealAudit(harness.pool)
      const rows = async () => (await harness.pool.query(`select from audit where action = 'a.b'`)).rowCount

      const killed = removal()
      killed.begin({ point, times: 1 })
      await killed.died
      expect(killed.wasKilled(), killed.output()).toBe(true)
      await expect.poll(rows).toBeOneOf([AUDIT_ROWS, AUDIT_ROWS - 500])
      expect(await brokenPlaces()).toEqual([])

      const next = removal()
      next.begin()
      await next.died
      expect(await rows(), next.output()).toBe(0)
      expect(await brokenPlaces()).toEqual([])
    },
  )
})
