import { describe, expect, test } from 'vitest'
import { mayTakeId } from './workflow-id.ts'

describe('a workflow id', () => {
  const last = (status: string, ended = true) => ({ runId: 'run', status, ended })

  test('is free where no run has it', () => {
    expect(mayTakeId(null, 'reject_duplicate')).toBe(true)
  })

  test('is taken while its run goes on, whatever the start allows', () => {
    expect(mayTakeId(last('ACTIVE', false), 'allow_duplicate')).toBe(false)
    expect(mayTakeId(last('ACTIVE', false), 'allow_duplicate_failed_only')).toBe(false)
  })

  test.each([
    ['COMPLETED', undefined, true],
    ['COMPLETED', 'allow_duplicate', true],
    ['COMPLETED', 'allow_duplicate_failed_only', false],
    ['FAILED', 'allow_duplicate_failed_only', true],
    ['CANCELLED', 'allow_duplicate_failed_only', true],
    ['FAILED', 'reject_duplicate', false],
  ] as const)('of a run that has ended as %s may be taken with %s: %s', (status, reuse, allowed) => {
    expect(mayTakeId(last(status), reuse)).toBe(allowed)
  })
})
