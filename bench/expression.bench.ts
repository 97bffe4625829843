import { evaluate } from '#core/expression/evaluate/evaluate.ts'
import { parseExpression } from '#core/expression/parse/parse-expression.ts'

/** Microseconds of one evaluation and one parse of conditions as workflows have them. Run: node bench/expression.bench.ts */
const scope = {
  input: { items: Array.from({ length: 100 }, (_, index) => ({ sku: `S${index}`, quantity: index })) },
  state: { risk_score: 80, approved: true },
  steps: {},
  run: {},
}

function microseconds(times: number, act: () => unknown): string {
  for (let index = 0; index < times; index++) act()
  const from = performance.now()
  for (let index = 0; index < times; index++) act()
  return (((performance.now() - from) * 1000) / times).toFixed(2)
}

for (const source of [
  'state.risk_score >= 75',
  'risk_score >= 75 and approved',
  'input.items.exists(i, i.sku == "S99")',
]) {
  const parsed = parseExpression(source)
  if (!parsed.ok) throw new Error(parsed.message)
  const evaluation = microseconds(20_000, () => evaluate(parsed.expression, scope))
  const parsing = microseconds(500, () => parseExpression(source))
  console.log(`${source}: evaluate ${evaluation} µs, parse ${parsing} µs`)
}
