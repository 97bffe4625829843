import { expect } from 'vitest'
import { Session } from '../session.ts'
import type { SessionDraft } from '../session-ports.ts'
import { quietPorts, shelfStorage } from './quiet-ports.ts'

export const text = `workflow_type: Loan
steps:
  - name: Score
    function: loans.score
  - name: Gate
    type: DECISION
    routes:
      - condition: state.score > 5
        target: Pay
      - default: Refuse
  - name: Pay
    function: loans.pay
    next: END
  - name: Refuse
    function: loans.refuse
`
export const draft: SessionDraft = { text, revision: 3, updatedBy: 'You', updatedAt: '2026-01-01T00:00:00.000Z' }

/** A session with a server that takes everything, a storage, and timers that run when told. */
export function world(
  opened: Partial<SessionDraft> = {},
  shelf = new Map<string, string>(),
  tab = shelf,
  now = () => 0,
  isDrawn = true,
) {
  let timers: (() => void)[] = []
  let painted: (() => void)[] = []
  const saved: string[] = []
  const session = new Session(
    'Loan',
    { ...draft, ...opened },
    {
      ...quietPorts,
      storage: shelfStorage(shelf),
      tab: shelfStorage(tab),
      newId: () => crypto.randomUUID(),
      save: async (next) => {
        saved.push(next)
        return { outcome: 'saved', revision: 4, updatedAt: draft.updatedAt }
      },
      afterFrame: (perform) => {
        painted.push(perform)
        return () => {
          painted = painted.filter((one) => one !== perform)
        }
      },
      schedule: (perform) => {
        timers.push(perform)
        return () => {
          timers = timers.filter((timer) => timer !== perform)
        }
      },
      now,
    },
  )
  const settle = async () => {
    await new Promise<void>((resolve) => setImmediate(resolve))
    // What waits for the end of a task waits for its own delay behind that.
    for (let rounds = 0; rounds < 2; rounds += 1) for (const timer of timers.splice(0)) timer()
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  const paint = () => {
    for (const perform of painted.splice(0)) perform()
  }
  const graph = () => session.document.store.getState().graph
  if (isDrawn) for (let frames = 0; frames < 2; frames += 1) paint()
  return { session, settle, paint, saved, shelf, graph, flow: () => session.flow.store.getState() }
}
export const edge = (from: string, to: string) => expect.objectContaining({ source: from, target: to })
