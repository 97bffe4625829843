import { expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, human } from '#core/run/testing/steps.ts'
import { SpanTree } from '../spans/span-tree.ts'
import { fittedScale, foldedAxis } from './axis.ts'
import { overviewStrip } from './overview-strip.ts'

it('the strip shows what ran when: a failure before all else, work before waits, in as few pieces as there are changes', () => {
  const ask = human('Ask', { next: ['Last'] })
  const run = new ScriptedRun(
    definition([
      call('A', { next: ['Ask', 'B'] }),
      ask,
      call('B', { on_error: 'ignore', next: ['Last'] }),
      call('Last'),
    ]),
  )
  run.own()
  run.now += 100
  run.complete('A')
  run.now += 50
  run.fail('B', 'Broke', false)
  run.now += 50
  run.resume({})
  run.now += 100
  run.complete('Last')
  const tree = new SpanTree(run.history)
  const scale = fittedScale(foldedAxis(tree.from, tree.to, [], new Set()), 300)
  expect(overviewStrip(tree.list, scale, tree.to)).toEqual([
    { x: 0, width: 100, tone: 'done', isWait: false },
    { x: 100, width: 50, tone: 'failed', isWait: false },
    { x: 150, width: 50, tone: 'human', isWait: true },
    { x: 200, width: 100, tone: 'done', isWait: false },
  ])
})
