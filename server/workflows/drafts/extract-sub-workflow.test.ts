import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { applyEdit } from '#core/graph/apply-edit.ts'
import { subWorkflowText } from '#core/graph/extract/sub-workflow-text.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { createHarness, type Harness } from '#proof/testing/harness.ts'

const text = `workflow_type: Whole
steps:
  - name: Fetch
    type: SCRIPT
    output_key: customer
    code: |
      return { seen: input.n }
  - name: Count
    function: steps.add_one
  - name: Gate
    type: DECISION
    routes:
      - condition: state.n > 5 && steps.Fetch.output.seen > 5
        target: Many
      - default: Few
  - name: Many
    type: TRANSFORM
    set: { verdict: '"many"' }
    next: Judged
  - name: Few
    type: TRANSFORM
    set: { verdict: '"few"' }
    next: Judged
  - name: Judged
    type: SCRIPT
    output_key: judged
    code: |
      return { said: state.verdict + state.n }
    dependencies: [Many, Few]
  - name: Tell
    type: TRANSFORM
    set: { told: 'steps.Judged.output.said + "!"' }
`

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
  await harness.engine()
})
afterAll(() => harness.close())

async function publish(yaml: string, name: string): Promise<void> {
  const { definition, problems } = parse(yaml)
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  if (definition === null) throw new Error(yaml)
  await harness.publish(name, definition.steps)
}

async function finalState(workflow: string, input: Json): Promise<JsonObject> {
  const { data } = await harness.until(await harness.start(workflow, input), 'COMPLETED')
  const { sub_workflow_results: _, ...state } = data
  return state
}

it.each([
  ['the middle', ['Count', 'Gate', 'Many', 'Few', 'Judged']],
  ['one way of a decision', ['Many']],
  ['the beginning', ['Fetch', 'Count']],
  ['the end', ['Tell']],
])('a workflow and the same with %s in a sub-workflow end with the same state', async (what, steps) => {
  const part = what.replaceAll(' ', '_')
  const sub = subWorkflowText(text, steps, `Sub_${part}`)
  const rest = applyEdit(text, { type: 'extract_steps', steps, workflow: `Sub_${part}` })
  if (!sub.ok || !rest.ok) throw new Error(JSON.stringify([sub, rest]))
  await publish(text, `Whole_${part}`)
  await publish(sub.text, `Sub_${part}`)
  await publish(rest.text, `Split_${part}`)
  for (const n of [1, 9])
    expect(await finalState(`Split_${part}`, { n })).toEqual(await finalState(`Whole_${part}`, { n }))
})
