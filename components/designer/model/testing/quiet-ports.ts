import { groupedLayout } from '#components/canvas/layout/grouped-layout.ts'
import type { SessionPorts } from '../session-ports.ts'

/** Session ports for tests without side effects: saving is immediate, nothing is stored or painted, no time passes. */
export const quietPorts: SessionPorts = {
  storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  tab: { getItem: () => null, setItem: () => undefined },
  newId: () => 'tab',
  requestLayout: async (request) => groupedLayout(request),
  requestEdgeRoutes: async () => new Map(),
  preferredDirection: () => 'down',
  readPublished: async () => null,
  merged: () => undefined,
  save: async () => ({ outcome: 'saved', revision: 2, updatedAt: '2026-01-01T00:00:00.000Z' }),
  schedule: () => () => undefined,
  afterFrame: () => () => undefined,
  now: () => 0,
}

/** A browser storage whose content the test keeps. */
export const shelfStorage = (shelf: Map<string, string>) => ({
  getItem: (key: string) => shelf.get(key) ?? null,
  setItem: (key: string, value: string) => void shelf.set(key, value),
  removeItem: (key: string) => void shelf.delete(key),
})
