import { groupedLayout } from '../../canvas/layout/grouped-layout.ts'
import type { SessionPorts } from '../session.ts'

/** What a session asks for, where nothing else happens: it saves at once, nothing is kept, nothing is painted, no time passes. */
export const quietPorts: SessionPorts = {
  storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  tab: { getItem: () => null, setItem: () => undefined },
  newId: () => 'tab',
  requestLayout: async (request) => groupedLayout(request),
  requestWays: async () => new Map(),
  readPublished: async () => null,
  merged: () => undefined,
  save: async () => ({ outcome: 'saved', revision: 2, updatedAt: '2026-01-01T00:00:00.000Z' }),
  schedule: () => () => undefined,
  afterFrame: () => () => undefined,
  now: () => 0,
}

/** A browser's storage that is there afterwards. */
export const shelfStorage = (shelf: Map<string, string>) => ({
  getItem: (key: string) => shelf.get(key) ?? null,
  setItem: (key: string, value: string) => void shelf.set(key, value),
  removeItem: (key: string) => void shelf.delete(key),
})
