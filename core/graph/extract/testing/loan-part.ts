import { parse } from '#core/definition/parse.ts'
import { decompile } from '../../decompile.ts'
import { refused } from '../../testing/edit-text.ts'
import { subWorkflowText } from '../sub-workflow-text.ts'

/** A workflow, and the part of it that most tests extract. */
export const text = `workflow_type: Loan
saga_enabled: true
fail_fast: false
steps:
  - name: Fetch
    function: x.fetch
    output_key: customer
  # scores
  - name: Score
    type: TRANSFORM
    set: { score: 'steps.Fetch.output.age + input.bonus' }
  - name: Gate
    type: DECISION
    routes:
      - condition: state.score > 3
        target: Good
      - default: Bad
  - name: Good
    type: TRANSFORM
    set: { verdict: '"good"' }
    next: Judged
  - name: Bad
    type: TRANSFORM
    set: { verdict: '"bad"' }
    next: Judged
  - name: Judged
    type: SCRIPT
    output_key: judged
    code: return state.verdict
    dependencies: [Good, Bad]
  - name: Tell
    type: HTTP
    http_config: { url: "https://x.org/{{ steps.Judged.output.note }}" }
layout:
  Score: [10, 20]
  Tell: [0, 900]
  group 1: { title: Risk, steps: [Score] }
`
export const part = ['Score', 'Gate', 'Good', 'Bad', 'Judged']
export const extracted = (of: string, steps: readonly string[] = part) => {
  const made = subWorkflowText(of, steps, 'Loan.Score_it')
  return made.ok ? made.text : `${made.code}: ${made.message}`
}
export const edges = (of: string) => {
  const { definition, layout } = parse(of)
  return definition === null
    ? []
    : decompile(definition, layout).edges.map(({ source, target, kind }) => `${source} ${kind} ${target}`)
}
export const no = (steps: readonly string[], of = text) =>
  refused(of, { type: 'extract_steps', steps, workflow: 'Sub' }).message
