import { parse } from '#core/definition/parse.ts'
import type { Json } from '#core/json.ts'
import { decompile } from '../../decompile.ts'
import type { Edit } from '../../edit.ts'
import { mergeDrafts, type Resolution } from '../merge-drafts.ts'

/** A draft that both sides begin with. */
export const base = `# The bank's own
workflow_type: Loan
steps:
  - name: Score
    function: loans.score # of the bank
    retry: { max_attempts: 3 }

  - name: Gate
    type: DECISION
    routes:
      - condition: state.score > 50
        target: Pay
      - default: Decline

  - name: Pay
    function: loans.pay
    next: END

  - name: Decline
    function: loans.decline
layout:
  Score: [0, 0]
  Pay: [0, 200]
`

/** What leads where in a draft, in words. */
export const edges = (text: string) => {
  const { definition, layout } = parse(text)
  if (definition === null) throw new Error(`Not readable:\n${text}`)
  return decompile(definition, layout).edges.map(({ source, target, kind }) => `${source} ${kind} ${target}`)
}

export const merge = (mine: string, theirs: string, choices: Record<string, Resolution> = {}, from = base) =>
  mergeDrafts({ base: from, mine, theirs }, choices)

export const set = (step: string, path: (string | number)[], value: Json): Edit => ({
  type: 'set_field',
  step,
  path,
  value,
})
