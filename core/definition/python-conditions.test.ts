import { expect, test } from 'vitest'
import type { Json } from '#core/json.ts'
import { evaluateCondition } from '../expression/evaluate/evaluate.ts'
import { parseExpression } from '../expression/parse/parse-expression.ts'
import type { DecisionStep } from './definition.ts'
import { parse } from './parse.ts'

const state: Json = {
  score: 710,
  amount: 20_000,
  verified: true,
  decision: null,
  name: "O'Neill",
  tags: ['vip', 'new'],
  order: { 'ship-to': 'DE', lines: [{ sku: 'HAZMAT', pieces: 2 }] },
}

/** As they stand in files of people who think in Python, and what Python says. */
const conditions: readonly (readonly [condition: string, answer: boolean])[] = [
  ['state.score > 700 and state.verified == True', true],
  ['state.score > 700 and not state.verified', false],
  ['(score < 600 or amount >= 20000) and verified is not False', true],
  ['not (score > 700 or amount > 1)', false],
  ['decision is None', true],
  ['decision is not None or verified == False', false],
  ['decision == None', true],
  [`name == "O'Neill"`, true],
  [`name != 'O\\'Neill'`, false],
  ["'Neill' in name and 'x' not in name", true],
  ["'vip' in tags", true],
  ["'gold' not in state['tags']", true],
  ["order['ship-to'] in ('DE', 'AT', 'CH')", true],
  ["order['ship-to'] not in ['DE']", false],
  ["'lines' in order", true],
  ['len(order.lines) == 1 and order.lines[0]["sku"] == \'HAZMAT\'', true],
  ['state["order"]["lines"][0].pieces * 2 == 4', true],
]

test('A36: routes with conditions in the manner of Python are taken as they stand and mean what they mean there', () => {
  const routes = conditions.map(
    ([condition]) => `      - condition: ${JSON.stringify(condition)}\n        target: End\n`,
  )
  const text = `workflow_type: Routed\nsteps:\n  - name: Choose\n    type: DECISION\n    routes:\n${routes.join('')}      - default: End\n  - name: End\n    function: t.end\n`
  const { definition, problems } = parse(text)
  expect(problems).toEqual([])
  const [step] = (definition?.steps ?? []) as readonly DecisionStep[]
  const written = (step?.routes ?? []).flatMap(({ condition }) => condition ?? [])
  expect(written).toEqual(conditions.map(([condition]) => condition))
  const answers = written.map((condition) => {
    const parsed = parseExpression(condition)
    return parsed.ok && evaluateCondition(parsed.expression, { input: {}, state, steps: {}, run: {} })
  })
  expect(answers).toEqual(conditions.map(([, value]) => ({ ok: true, value })))
})
