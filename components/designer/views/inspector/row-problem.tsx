'use client'

import type { Problem } from '#core/definition/problem.ts'
import { type FieldProps, worstOf } from './field-props.ts'
import { FieldRepairs } from './field-repairs.tsx'
import { fieldWords, Words } from './field-words.tsx'

interface RowProblemProps {
  readonly spec: FieldProps['spec']
  readonly problems: readonly Problem[]
  readonly refusal?: string | null
}

/** Under one row of a field with several: what is wrong with this one, and what would mend it. */
export function RowProblem({ spec, problems, refusal = null }: RowProblemProps) {
  const worst = worstOf(problems)
  if (worst === undefined && refusal === null) return null
  return (
    <div>
      <Words {...fieldWords({ spec, problems }, refusal, '')} />
      {worst && <FieldRepairs problem={worst} />}
    </div>
  )
}
