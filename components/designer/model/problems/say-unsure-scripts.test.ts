import { beforeEach, expect, test } from 'vitest'
import { useToastStore } from '#components/ui/overlay/toast-store.ts'
import { Session } from '../session.ts'
import { quietPorts } from '../testing/quiet-ports.ts'

const titles = () => useToastStore.getState().toasts.map(({ title }) => title)

beforeEach(() => useToastStore.setState({ toasts: [] }))

const script = (name: string, code: string) => `  - name: ${name}\n    type: SCRIPT\n    code: ${code}\n`
const renamed = (...scripts: readonly string[]) => {
  const text = `workflow_type: W\nsteps:\n  - name: Old\n    function: x.a\n${scripts.join('')}`
  const session = new Session(
    'W',
    { text, revision: 1, updatedBy: 'You', updatedAt: '2026-01-01T00:00:00.000Z' },
    quietPorts,
  )
  session.perform({ type: 'rename_step', step: 'Old', name: 'New' })
  session.stop()
  return titles()
}

test('a script that still names a renamed step is told of', () => {
  const unsure = 'return steps[state.x] ?? steps.Old'
  expect(renamed(script('One', unsure))).toEqual(['The code of One may still use Old'])
  useToastStore.setState({ toasts: [] })
  expect(renamed(script('One', unsure), script('Two', unsure))).toEqual([
    'The code of One and 1 more may still use Old',
  ])
})

test('one that was renamed, and one that names another step, is not', () => {
  expect(renamed(script('One', 'return steps.Old'), script('Two', 'return steps[state.x]'))).toEqual([])
})
