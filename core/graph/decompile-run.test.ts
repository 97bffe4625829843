import { expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { decompile, decompileRun } from './decompile.ts'

const { definition, layout } = parse(`
workflow_type: Onboarding
steps:
  - name: Gate
    type: DECISION
    routes: [{ condition: input.fast, target: Done }, { default: Slow }]
    dynamic_injection:
      rules:
        - condition_key: tier
          value_match: gold
          action: INSERT_AFTER_CURRENT
          steps_to_insert: [{ name: Gift, function: gifts.send }, { name: Card, function: cards.write }]
        - condition_key: vip
          value_match: true
          action: INSERT_AFTER_CURRENT
          steps_to_insert: [{ name: Call, function: calls.make }]
  - { name: Slow, function: a.slow }
  - { name: Done, function: a.done }
`)

const drawn = (...rules: readonly number[]) => {
  const { nodes, edges } = decompileRun(definition!, layout, (step) => (step === 'Gate' ? rules : []))
  return [
    nodes.map(({ id }) => id).join(' '),
    ...edges.map(({ source, target, kind }) => `${source} ${target} ${kind}`),
  ]
}

test('the graph of a run without inserted steps is that of its definition', () => {
  expect(decompileRun(definition!, layout, () => [])).toEqual(decompile(definition!, layout))
})

test('inserted steps stand behind the one that inserted them, and what that led to follows the last of them', () => {
  expect(drawn(0)).toEqual([
    'Gate Gift Card Slow Done',
    'Gate Gift normal',
    'Gift Card normal',
    'Card Slow normal',
    'Card Done normal',
    'Slow Done normal',
  ])
  expect(drawn(1, 0)).toEqual([
    'Gate Gift Card Call Slow Done',
    'Gate Call normal',
    'Gift Card normal',
    'Card Slow normal',
    'Card Done normal',
    'Call Gift normal',
    'Slow Done normal',
  ])
})

test('a rule that the definition does not have inserts nothing', () => {
  expect(drawn(7)[0]).toBe('Gate Slow Done')
})
