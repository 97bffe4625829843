import { expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, human } from '#core/run/testing/steps.ts'
import { barTitle, rowWords } from './row-words.ts'
import { visibleRows } from './rows.ts'
import { SpanTree } from './span-tree.ts'

it('a row says what it is, how it stands and how long it took; attempts each for themselves', () => {
  const retry = { max_attempts: 2, initial_interval_seconds: 2 }
  const run = new ScriptedRun(
    definition([call('A', { retry }), human('Ask', { title: 'Loan of {{ input.amount }}' }), call('Last')]),
    { input: { amount: 24_000 } },
  )
  run.own()
  run.now += 40
  run.fail('A')
  run.fire('retry')
  run.now += 60
  run.complete('A')
  const rows = visibleRows(new SpanTree(run.history).list, ['A', 'Ask', 'Last'], new Set(['A']), () => undefined)
  const words = rows.map((row) => rowWords(row, run.now + 5_000))
  expect(words.map(({ said }) => said)).toEqual([
    'A: completed, 2.1 s',
    'Attempt 1: failed, 40 ms',
    'Attempt 2: completed, 60 ms',
    'Loan of 24000: waiting for a person, 5 s so far',
    'Last: not started',
  ])
  expect(words.map(({ took }) => took)).toEqual(['2.1 s', '40 ms', '60 ms', '5 s', ''])
  const bar = rows[3]?.visits[0]?.bars[0]
  expect(bar && barTitle(bar, run.now + 1_000, 2)).toBe('Waiting for a person: 1 s so far, and 2 more here')
})
