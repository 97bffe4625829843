import type { StartRunResult } from '#server/engine/requests/start-run.ts'

/** The reason of a firing whose start was refused, as the page of triggers shows it. */
export function whyNotStarted(refused: Extract<StartRunResult, { ok: false }>): string {
  switch (refused.code) {
    case 'INVALID_INPUT': {
      const [first] = refused.errors
      return `The input does not match the workflow's schema: ${first?.path ? `${first.path}: ` : ''}${first?.message ?? ''}`
    }
    case 'QUOTA':
      return refused.message
    case 'ARCHIVED':
      return 'The workflow is archived.'
    default:
      return 'The workflow is not published.'
  }
}
