import { expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import type { Graph } from '#core/graph/graph.ts'
import { nextInList, outlineRows, unfolded } from './outline-rows.ts'

function graphOf(steps: string): Graph {
  const { definition, layout } = parse(`workflow_type: W\nsteps:\n${steps}`)
  if (definition === null) throw new Error('The text cannot be read')
  return decompile(definition, layout)
}
/** Each line indented by its level, with what opens its branch. */
const drawn = (steps: string) =>
  outlineRows(graphOf(steps)).map(
    ({ node, level, branch }) => `${'  '.repeat(level - 1)}${branch?.label ? `${branch.label}: ` : ''}${node.id}`,
  )
const step = (name: string, more = '') => `  - name: ${name}\n    function: f.f\n${more}`
const decision = `  - name: Gate
    type: DECISION
    routes:
      - condition: state.x > 5
        target: Review
      - default: Pay
`

test('a sequence stands on one level, in the order in which it runs', () => {
  expect(drawn(step('A', '    next: C\n') + step('B', '    next: END\n') + step('C', '    next: B\n'))).toEqual([
    'A',
    'C',
    'B',
  ])
})

test('branches of a decision lie one deeper, and where they meet the list goes on', () => {
  expect(drawn(decision + step('Review', '    next: Pay\n') + step('Pay'))).toEqual([
    'Gate',
    '  state.x > 5: Review',
    'Pay',
  ])
})

test('branches that do not meet stay in the order in which they are tried', () => {
  expect(drawn(decision + step('Pay', '    next: END\n') + step('Review', '    next: END\n'))).toEqual([
    'Gate',
    '  state.x > 5: Review',
    '  otherwise: Pay',
  ])
})

test('a handler of failures lies under the step that fails', () => {
  const rows = drawn(
    step('A', '    on_failure:\n      target_step: Mend\n    next: B\n') + step('B', '    next: END\n') + step('Mend'),
  )
  expect(rows).toEqual(['A', '  Mend', 'B'])
})

test('several steps that may follow at once are branches; what waits for all of them is not', () => {
  const rows = drawn(
    step('A', '    next: [B, C]\n') +
      step('B', '    next: D\n') +
      step('C', '    next: D\n') +
      step('D', '    dependencies: [B, C]\n'),
  )
  expect(rows).toEqual(['A', '  B', '  C', 'D'])
})

test('a way back does not count, and a step that nothing reaches begins a line of its own', () => {
  const rows = drawn(
    decision + step('Review', '    next: Gate\n') + step('Pay', '    next: END\n') + step('Island', '    next: END\n'),
  )
  expect(rows).toContain('Island')
  expect(rows.slice(0, 3)).toEqual(['Gate', '  state.x > 5: Review', '  otherwise: Pay'])
})

test('rows know their place in their branch and whose branch it is', () => {
  const rows = outlineRows(graphOf(decision + step('Review', '    next: Pay\n') + step('Pay')))
  expect(
    rows.map(({ node, parent, position, size, hasBranches }) => [node.id, parent, position, size, hasBranches]),
  ).toEqual([
    ['Gate', null, 1, 2, true],
    ['Review', 'Gate', 1, 1, false],
    ['Pay', null, 2, 2, false],
  ])
})

test('folding a step hides its branches and nothing else', () => {
  const rows = outlineRows(graphOf(decision + step('Review', '    next: Pay\n') + step('Pay')))
  expect(unfolded(rows, new Set(['Gate', 'Pay'])).map(({ node }) => node.id)).toEqual(['Gate', 'Pay'])
  expect(unfolded(rows, new Set())).toEqual(rows)
})

test('every step stands in the list exactly once, whatever the edges are', () => {
  const names = Array.from({ length: 60 }, (_, index) => `S${index}`)
  const text = names
    .map((name, index) => step(name, `    next: [${names[(index * 7 + 3) % 60]}, ${names[(index * 11 + 5) % 60]}]\n`))
    .join('')
  const rows = outlineRows(graphOf(text))
  expect(rows.map(({ node }) => node.id).toSorted()).toEqual(names.toSorted())
})

test('a chain of two thousand steps is read without recursion', () => {
  const graph = graphOf(Array.from({ length: 2_000 }, (_, index) => step(`S${index}`)).join(''))
  expect(outlineRows(graph)).toHaveLength(2_000)
})

const nested = `${step('First')}  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: input.list
    on_failure: { target_step: Mend }
    next: Last
    loop_body:
      - name: Which
        type: DECISION
        routes: [{ condition: item.big, target: Big }, { default: Small }]
      - { name: Big, function: f.big, next: END }
      - { name: Small, type: LOOP, mode: ITERATE, iterate_over: item.parts, loop_body: [{ name: Part, function: f.part }] }
${step(
  'Last',
  `    next: END
    dynamic_injection:
      rules:
        - { condition_key: tier, value_match: gold, action: INSERT_AFTER_CURRENT, steps_to_insert: [{ name: Gift, function: f.gift }, { name: Note, function: f.note }] }
`,
)}${step('Mend', '    next: END\n')}`

test('what is within a step follows it one deeper, bodies in bodies and what rules insert as well', () => {
  const rows = outlineRows(graphOf(nested))
  expect(rows.map(({ node, level, opens }) => `${'  '.repeat(level - 1)}${opens ? '> ' : ''}${node.id}`)).toEqual([
    'First',
    'Each',
    '  > Which',
    '    Big',
    '    Small',
    '      > Part',
    '  Mend',
    'Last',
    '  > Gift',
    '  Note',
  ])
  const gift = rows.find(({ node }) => node.id === 'Gift')
  expect(gift).toMatchObject({ parent: 'Last', position: 1, size: 2, opens: { rule: 'tier' } })
  expect(rows.find(({ node }) => node.id === 'Each')?.hasBranches).toBe(true)
})

test('bodies fold away with their step, and each row knows the next one of its own list', () => {
  const rows = outlineRows(graphOf(nested))
  const folded = unfolded(rows, new Set(['Each', 'Last']))
  expect(folded.map(({ node }) => node.id)).toEqual(['First', 'Each', 'Last'])
  expect(Object.fromEntries(nextInList(rows))).toEqual({
    First: 'Each',
    Each: 'Mend',
    Mend: 'Last',
    Which: 'Big',
    Big: 'Small',
    Gift: 'Note',
  })
})
