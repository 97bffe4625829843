import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from '#core/clean-text.ts'
import { ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human, parallel } from '../../testing/steps.ts'

const strange = fc.string({ unit: 'binary', maxLength: 4_000 })
const errors = fc.record({ code: strange, message: strange, stack: strange })

/** Every text of an event that is not clean. */
function unclean(value: unknown): readonly string[] {
  if (typeof value === 'string') return cleanText(value) === value ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(unclean) : []
}

test('F8: whatever a function, an item or a compensation throws, its error is clean in every event', () => {
  const steps = [
    call('Done', { compensate_function: 'test.undo' }),
    parallel('Many', { tasks: [{ name: 'one', function: 'test.one' }], retry: { max_attempts: 2 } }),
  ]
  fc.assert(
    fc.property(errors, (error) => {
      const run = new ScriptedRun(definition(steps, { saga_enabled: true }))
      const outcome = { kind: 'failed', error, retryable: true } as const
      run.own()
      run.complete('Done')
      run.endItem('Many', 0, outcome)
      run.fire('retry')
      run.endItem('Many', 0, outcome)
      run.end('Done', outcome)
      expect(run.history.flatMap((event) => unclean(event))).toEqual([])
      expect(run.history.some(({ type }) => type === 'workflow.compensation.failed')).toBe(true)
    }),
  )
})

test('F8: what a task says, and what a function says of its progress, is clean in the event', () => {
  fc.assert(
    fc.property(strange, (text) => {
      const ask = human('Ask', {
        title: 'T {{ state.t }}',
        instructions: '{{ state.t }}',
        inbox_fields: { F: '{{ state.t }}' },
      })
      const run = new ScriptedRun(definition([call('First'), ask]))
      run.own()
      run.send({ type: 'progress', step: 'First', iteration: 1, attempt: 1, note: text })
      run.complete('First', { t: text })
      const reported = run.history.filter(({ type }) => /progress|human_task/.test(type))
      expect(reported).toHaveLength(2)
      expect(unclean(reported)).toEqual([])
    }),
  )
})
