import { expect, test } from 'vitest'
import { childColumns, identifiedColumns, namesOf, rootColumns, startColumns } from './run-columns.ts'

test('the statements of starts without a workflow id do not name its column', () => {
  const names = (columns: typeof startColumns) => namesOf(columns).split(', ')
  expect([startColumns, rootColumns].flatMap(names)).not.toContain('workflow_id')
  expect(names(identifiedColumns)).toEqual(expect.arrayContaining([...names(startColumns), 'workflow_id']))
  expect(names(childColumns)).toContain('workflow_id')
})
