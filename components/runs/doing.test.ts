import { describe, expect, it } from 'vitest'
import { doing } from './doing.ts'
import { countAll, countOf, isGroup, statusGroups } from './status-groups.ts'

const row = {
  status: 'ACTIVE',
  phase: 'RUNNING',
  startedAt: '2026-01-01T00:00:00Z',
  held: false,
  error: null,
  humanWait: null,
  currentSteps: ['Charge_Payment'],
  workflow: 'OrderProcessing',
}
const wait = { run_id: 'r', task_id: 't', step: 'Approve_Carrier', workflow: 'ShippingCost', since: 0 }

describe('doing', () => {
  it('names the current steps of a run that goes on', () => {
    expect(doing(row)).toEqual({ text: 'Charge Payment', isError: false })
    expect(doing({ ...row, held: true }).text).toBe('Paused at Charge Payment')
    expect(doing({ ...row, held: true, currentSteps: [] }).text).toBe('Paused')
  })

  it('says of a run that is at no step what it waits for, or undoes', () => {
    const bare = { ...row, currentSteps: [] }
    expect(doing(bare).text).toBe('Ready for the next step')
    expect(doing({ ...bare, phase: 'NEW', startedAt: null }).text).toBe('Waiting for an engine')
    expect(doing({ ...bare, phase: 'ROLLBACK' }).text).toBe('Rolling back')
    expect(doing({ ...row, phase: 'ERROR' }).text).toBe('Rolling back: waiting for Charge Payment to end')
  })

  it('says of a run that waits for its locks who holds them', () => {
    const waiting = { ...row, phase: 'SCHEDULED', currentSteps: [], startedAt: null }
    expect(doing(waiting).text).toBe('')
    const lockNote = 'device:7 is held by run 0198c4e2-1b2c-7d3e-8f40-5a6b7c8d7f1a'
    expect(doing({ ...waiting, lockNote }).text).toBe('device:7 is held by run 0198c4e2…7f1a')
  })

  it('says why it failed, and where', () => {
    const error = { code: 'X', message: 'gateway timed out', step: 'Charge_Payment' }
    expect(doing({ ...row, status: 'FAILED', error })).toEqual({
      text: 'Charge Payment: gateway timed out',
      isError: true,
    })
    expect(doing({ ...row, status: 'FAILED_ROLLED_BACK', error: { ...error, step: null } })).toEqual({
      text: 'gateway timed out',
      isError: true,
    })
    expect(doing({ ...row, status: 'CANCELLED', error }).text).toBe('gateway timed out')
  })

  it('names the person’s step, below it too, and how many more there are', () => {
    const status = 'WAITING_CHILD_HUMAN_INPUT'
    expect(doing({ ...row, status, humanWait: { count: 3, oldest: wait } }).text).toBe(
      'Approve Carrier in ShippingCost, and 2 more',
    )
    expect(doing({ ...row, status, workflow: 'ShippingCost', humanWait: { count: 1, oldest: wait } }).text).toBe(
      'Approve Carrier',
    )
  })

  it('names the step of a signal; the status tells that it is one', () => {
    const oldest = { ...wait, task_id: 'signal:Payment:1', step: 'Payment' }
    expect(doing({ ...row, status: 'WAITING_HUMAN_INPUT', humanWait: { count: 1, oldest } }).text).toBe(
      'Payment in ShippingCost',
    )
  })

  it('has nothing to add to a completed run', () => {
    expect(doing({ ...row, status: 'COMPLETED' }).text).toBe('')
  })
})

describe('status groups', () => {
  it('count the runs behind them', () => {
    const counts = { FAILED: 2, FAILED_WORKER_CRASH: 1, COMPLETED: 5 }
    expect(countOf(counts, statusGroups.attention)).toBe(3)
    expect(countAll(counts)).toBe(8)
  })

  it('are recognised in a filter whatever its order', () => {
    expect(isGroup(['WAITING_CHILD_HUMAN_INPUT', 'WAITING_HUMAN_INPUT'], 'people')).toBe(true)
    expect(isGroup(['WAITING_HUMAN_INPUT'], 'people')).toBe(false)
  })
})
