import { expect, it } from 'vitest'
import { menuRows } from './menu-rows.ts'

const [skip, mark] = [{ label: 'Skip' }, { label: 'Mark done' }]
const [jump, signal] = [{ label: 'Go on' }, { label: 'Send' }]

it('a reason for which several verbs are refused is said once', () => {
  const rows = menuRows([
    { action: skip, because: 'Not yours.' },
    { action: signal, because: undefined },
    { action: mark, because: 'Not yours.' },
    { action: jump, because: 'Too late.' },
  ])
  expect(rows).toEqual([
    { action: skip, because: 'Not yours.', labels: ['Skip', 'Mark done'] },
    { action: signal, because: undefined, labels: ['Send'] },
    { action: jump, because: 'Too late.', labels: ['Go on'] },
  ])
})
