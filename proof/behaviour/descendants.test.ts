import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { createHarness, type Harness, poll } from '../testing/harness.ts'

/** Three of itself by each run: without a bound, 3^50 runs. The bound is a multiple: a run that may not start all three starts none. */
const three = (name: string) => ['a', 'b', 'c'].map((task) => ({ name: task, sub_workflow_type: name }))

const bound = { most: 21, askEvery: 4 }

describe('a workflow that starts itself', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine({ descendants: bound })
  })
  afterAll(() => harness.close())

  const descendantsOf = async (runId: string): Promise<number> => {
    const { rows } = await harness.pool.query<{ count: number }>(
      'select count(*)::int as count from run where id <> $1 and (root_run_id = $1 or origin_run_id = $1)',
      [runId],
    )
    return rows[0]?.count ?? 0
  }

  it('has as many descendants as may be, and then its runs fail and say why', async () => {
    await harness.publish('Bomb', [{ name: 'All', type: 'PARALLEL', tasks: three('Bomb') } as Step])
    const runId = await harness.start('Bomb')
    await harness.until(runId, 'FAILED_CHILD_WORKFLOW')
    expect(await descendantsOf(runId)).toBe(bound.most)
    const { rows } = await harness.pool.query<{ error_code: string }>(
      `select distinct s.error_code from run_state s join run r on r.id = s.run_id where r.root_run_id = $1`,
      [runId],
    )
    expect(rows.map(({ error_code }) => error_code)).toContain('DESCENDANTS_LIMIT')
    expect(await harness.violations()).toEqual([])
  })

  it('is bounded as well where its runs are detached, each the root of its own tree', async () => {
    const again = (name: string): Step => ({ name, type: 'FIRE_AND_FORGET', workflow_type: 'Loose' })
    await harness.publish('Loose', [again('A'), again('B'), again('C')])
    const runId = await harness.start('Loose')
    await poll(
      async () => {
        const { rows } = await harness.pool.query<{ open: number }>(
          `select count(*)::int as open from run_state s join run r on r.id = s.run_id
            where (r.id = $1 or r.origin_run_id = $1) and s.ended_at is null`,
          [runId],
        )
        return rows[0]?.open === 0
      },
      async () => 'The detached runs did not end.',
    )
    expect(await descendantsOf(runId)).toBe(bound.most)
    expect(await harness.violations()).toEqual([])
  })
})

describe('a run that changes its engine', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
  })
  afterAll(() => harness.close())

  it('has its descendants of before counted, which the database knows', async () => {
    const many = (name: string): Step => {
      const tasks = Array.from({ length: 12 }, (_, at) => ({ name: `t${at}`, sub_workflow_type: 'Leaf' }))
      return { name, type: 'PARALLEL', tasks }
    }
    await harness.publish('Leaf', [{ name: 'Mark', type: 'TRANSFORM', set: { done: 'true' } }])
    await harness.publish('Wide', [
      many('First'),
      { name: 'Go', type: 'SIGNAL', signal: 'go' },
      many('Second'),
      { name: 'One', type: 'SUB_WORKFLOW', sub_workflow_type: 'Leaf' },
    ])
    const engine = await harness.engine({ descendants: bound })
    const runId = await harness.start('Wide')
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    await engine.stop()
    await harness.engine({ descendants: bound })
    await harness.send(runId, { type: 'signal', signal_name: 'go', payload: {} })
    const { outcome } = await harness.until(runId, 'FAILED')
    expect(outcome?.error).toMatchObject({ code: 'DESCENDANTS_LIMIT', step: 'One' })
  })
})
