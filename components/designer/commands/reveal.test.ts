import { beforeEach, expect, test } from 'vitest'
import { useToastStore } from '#components/ui/overlay/toast-store.ts'
import type { Problem } from '#core/definition/problem.ts'
import { Session } from '../model/session.ts'
import { quietPorts } from '../model/testing/quiet-ports.ts'
import { applyRepair, mendSelected, repairsOf } from './reveal.ts'

const text = `workflow_type: Loan
description: About loans
steps:
  - name: Score
    function: loans.score
  - name: Pay
    functon: loans.pay
    description: Pays
`

/** A session whose problems are found, and a text editor that holds back what is typed. */
function world() {
  let timers: (() => void)[] = []
  const opened = { text, revision: 3, updatedBy: 'You', updatedAt: '2026-01-01T00:00:00.000Z' }
  const session = new Session('Loan', opened, {
    ...quietPorts,
    schedule: (perform) => {
      timers.push(perform)
      return () => {
        timers = timers.filter((timer) => timer !== perform)
      }
    },
    afterFrame: (perform) => {
      perform()
      return () => undefined
    },
  })
  for (let rounds = 0; rounds < 2; rounds += 1) for (const timer of timers.splice(0)) timer()
  let typed: string | null = null
  session.document.holdTyping(() => {
    const next = typed
    typed = null
    if (next !== null) session.document.type(next)
  })
  const problem = session.problems.store.getState().all.find(({ code }) => code === 'KEY_UNKNOWN') as Problem
  const offered = (title: string) => {
    const repair = repairsOf(session, problem).find((one) => one.title.startsWith(title))
    if (repair === undefined) throw new Error(`${title} is not offered.`)
    return repair
  }
  return {
    session,
    problem,
    offered,
    typeHeld: (next: string) => {
      typed = next
    },
    now: () => session.document.store.getState().text,
  }
}
const titles = () => useToastStore.getState().toasts.map(({ title }) => title)

beforeEach(() => useToastStore.setState({ toasts: [] }))

test('a repair keeps what is being typed, also above its place', () => {
  const { session, problem, offered, typeHeld, now } = world()
  const typing = text
    .replace('About loans', 'About loans and more')
    .replace('  - name: Pay', '  - name: Ask\n    function: loans.ask\n  - name: Pay')
  typeHeld(typing)
  applyRepair(session, problem, offered('Change'))
  expect(now()).toBe(typing.replace('functon', 'function'))
  expect(titles()).toEqual([])
})

test('a repair of what was mended meanwhile changes nothing and says so', () => {
  const { session, problem, offered, typeHeld, now } = world()
  const typing = text.replace('functon', 'function')
  typeHeld(typing)
  applyRepair(session, problem, offered('Remove'))
  expect(now()).toBe(typing)
  expect(titles()).toEqual(['Nothing changed'])
})

test('the key for the first repair looks at the text as it is typed', () => {
  const { session, typeHeld, now } = world()
  session.selection.selectStep('Pay')
  const typing = text.replace('About loans', 'About').replace('functon', 'functio')
  typeHeld(typing)
  mendSelected(session)
  expect(now()).toBe(typing.replace('functio:', 'function:'))
})
