import { expect, it } from 'vitest'
import { diffPath, draftStepPath, runsPath, stepOfHash, workflowPath, workflowPlace } from './paths.ts'

it('keeps the slashes of a workflow name and escapes the rest', () => {
  expect(workflowPath('team/Loan Approval')).toBe('/workflows/team/Loan%20Approval')
})

it('writes a filter as the address of the list', () => {
  expect(runsPath()).toBe('/runs')
  expect(runsPath({ status: ['FAILED', 'CANCELLED'], workflow: 'A/B' })).toBe(
    '/runs?status=FAILED,CANCELLED&workflow=A%2FB',
  )
  expect(runsPath({ workflow: 'A', version: 3, status: [], queue: undefined })).toBe('/runs?workflow=A&version=3')
  expect(runsPath({ trouble: 'no_worker', queue: 'a&b', endedFrom: '2026-01-01T00:00:00.000Z' })).toBe(
    '/runs?trouble=no_worker&queue=a%26b&endedFrom=2026-01-01T00:00:00.000Z',
  )
})

it('tells the comparison of a workflow from a workflow whose name ends like it', () => {
  expect(diffPath('team/Loan Approval', 3, 'draft')).toBe('/workflows/team/Loan%20Approval/diff?from=3&to=draft')
  const segments = ['team', 'Loan%20Approval', 'diff']
  expect(workflowPlace(segments, { from: '3', to: 'draft' })).toEqual({ name: 'team/Loan Approval', view: 'diff' })
  expect(workflowPlace(segments, {})).toEqual({ name: 'team/Loan Approval/diff', view: 'designer' })
  expect(workflowPlace(['diff'], { from: '3' })).toEqual({ name: 'diff', view: 'designer' })
})

it('names a step behind the address of its workflow, whatever the step is called', () => {
  expect(draftStepPath('team/Loan', 'A')).toBe('/workflows/team/Loan#step=A')
  for (const step of ['Is it & over 100 %?', 'a+b=#c', 'Größe']) {
    expect(stepOfHash(new URL(draftStepPath('Loan', step), 'http://localhost').hash)).toBe(step)
  }
  expect(stepOfHash('')).toBeNull()
  expect(stepOfHash('#other')).toBeNull()
})
