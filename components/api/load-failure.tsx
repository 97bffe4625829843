import { Callout } from '#components/ui/layout/callout.tsx'
import { apiFailure } from './api-failure.ts'

/** The failure of a query, in the place of what it was to show. */
export function LoadFailure({ error }: { error: unknown }) {
  return (
    <div className="p-3.5">
      <Callout tone="failed" alert>
        {apiFailure(error).message}
      </Callout>
    </div>
  )
}
