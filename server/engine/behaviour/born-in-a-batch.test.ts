import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { createHarness, type Harness, standard } from '../testing/harness.ts'

describe('a child that begins in the commit in which its parent turns back', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine()
    await harness.publish('Asks', [{ name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }])
  })
  afterAll(() => harness.close())

  /** Its last step fails at its start, beside the one that starts the child. */
  const steps = (child: string): readonly Step[] => [
    standard('First', 'add_one', { next: ['Sub', 'Notify'] }),
    { name: 'Sub', type: 'SUB_WORKFLOW', sub_workflow_type: child, next: ['END'] },
    standard('Notify', 'add_one', { with: { n: '{{ 1 + }}' } }),
  ]

  it('reads that it is cancelled when it starts, and the parent ends', async () => {
    await harness.publish('Parent', steps('Asks'), { saga_enabled: true })
    const runId = await harness.start('Parent', { n: 1 })
    await harness.until(runId, 'FAILED_ROLLED_BACK')
    const { rows } = await harness.pool.query<{ id: string }>('select id from run where parent_run_id = $1', [runId])
    expect(rows).toHaveLength(1)
    await harness.until(rows[0]?.id ?? '', 'CANCELLED')
    expect(await harness.violations()).toEqual([])
  })

  it('is told nothing where it could not be made', async () => {
    await harness.publish('Parent of none', steps('Nowhere'), { saga_enabled: true })
    await harness.until(await harness.start('Parent of none', { n: 1 }), 'FAILED_ROLLED_BACK')
    const { rows } = await harness.pool.query('select run_id from mailbox where handled_at is null')
    expect(rows).toEqual([])
  })
})
