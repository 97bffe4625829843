import type { Json } from '#core/json.ts'
import type { AttemptOutcome, Directive } from '#core/run/command.ts'
import { completedWith } from '../json-result.ts'
import type { Redactor } from './redactor.ts'

/** The bounds were kept before: a mark may be longer than what it stands for. */
const unbounded = { bytes: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY }

/** An outcome without secrets, in results, artifacts, errors and directives alike. */
export function redactOutcome(outcome: AttemptOutcome, redactor: Redactor): AttemptOutcome {
  const redacted = withoutArtifacts(outcome, redactor)
  if (outcome.kind === 'failed' || outcome.artifacts === undefined) return redacted
  return { ...redacted, artifacts: redactor.json(outcome.artifacts as unknown as Json) } as unknown as AttemptOutcome
}

function withoutArtifacts(outcome: AttemptOutcome, { text, json }: Redactor): AttemptOutcome {
  if (outcome.kind === 'completed') {
    const output = json(outcome.output)
    const { bytes: _, ...others } = outcome
    const redacted = output === outcome.output ? outcome : { ...others, ...completedWith(output, unbounded) }
    return outcome.http === undefined ? redacted : { ...redacted, http: json(outcome.http) }
  }
  if (outcome.kind === 'directive') {
    const { kind, ...given } = outcome.directive
    return { kind: 'directive', directive: { kind, ...(json(given) as object) } as Directive }
  }
  const { error } = outcome
  return {
    ...outcome,
    error: {
      ...error,
      code: text(error.code),
      message: text(error.message),
      ...(error.stack !== undefined && { stack: text(error.stack) }),
    },
  }
}
