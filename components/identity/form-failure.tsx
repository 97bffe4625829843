import { Callout } from '#components/ui/layout/callout.tsx'
import type { AuthFailure } from './ask.ts'

/** The refusal of a form that belongs to none of its fields. */
export function FormFailure({ failure }: { failure: AuthFailure | null }) {
  if (failure === null || failure.field !== null) return null
  return (
    <Callout tone="failed" alert>
      {failure.message}
    </Callout>
  )
}
