import { expect, it } from 'vitest'
import { runsPath, workflowPath } from './paths.ts'

it('keeps the slashes of a workflow name and escapes the rest', () => {
  expect(workflowPath('team/Loan Approval')).toBe('/workflows/team/Loan%20Approval')
})

it('writes a filter as the address of the list', () => {
  expect(runsPath()).toBe('/runs')
  expect(runsPath({ status: ['FAILED', 'CANCELLED'], workflow: 'A/B' })).toBe(
    '/runs?status=FAILED,CANCELLED&workflow=A%2FB',
  )
})
