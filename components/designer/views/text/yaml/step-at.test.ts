import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { stepAt } from './step-at.ts'

const text = `workflow_type: W
steps:
  - name: Each
    type: LOOP
    iterate_over: input.list
    loop_body:
      - name: Deep
        type: LOOP
        iterate_over: item
        loop_body: [{ name: Price, function: f.price }, { name: Sum, function: f.sum }]
      - name: Send
        function: f.send
  - name: Last
    function: f.last
    dynamic_injection:
      rules:
        - condition_key: a
          value_match: 1
          action: INSERT_AFTER_CURRENT
          steps_to_insert:
            - name: Added
              function: f.added
`

it.each([
  ['workflow_type', null],
  ['iterate_over: input', 'Each'],
  ['iterate_over: item', 'Deep'],
  ['f.price', 'Price'],
  ['f.sum', 'Sum'],
  ['f.send', 'Send'],
  ['f.last', 'Last'],
  ['condition_key', 'Last'],
  ['f.added', 'Added'],
])('%s is in the lines of %s', (words, step) => {
  const parsed = parse(text)
  expect(stepAt(parsed, text.indexOf(words))).toBe(step)
  if (step !== null) expect(parsed.source.stepRange(step)?.start).toBeLessThan(text.indexOf(words))
})
