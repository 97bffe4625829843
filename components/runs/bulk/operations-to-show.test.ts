import { expect, it } from 'vitest'
import type { BulkOperation } from '#components/api/models.ts'
import { operationsToShow } from './operations-to-show.ts'

const now = Date.parse('2026-01-01T12:00:00.000Z')
const operation = (id: string, endedAt: string | null = null) => ({ id, endedAt }) as BulkOperation

it('shows every operation that goes on, however many, and a few that ended within the hour', () => {
  const open = ['a', 'b', 'c', 'd', 'e'].map((id) => operation(id))
  const ended = ['v', 'w', 'x', 'y', 'z'].map((id) => operation(id, '2026-01-01T11:30:00.000Z'))
  const old = operation('old', '2026-01-01T10:00:00.000Z')
  const shown = operationsToShow([old, ...ended, ...open], new Set(['v', 'a']), now)
  expect(shown.map(({ id }) => id).join('')).toBe('abcdewxy')
})
