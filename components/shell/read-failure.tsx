import { apiFailure } from '#components/api/api-failure.ts'
import { Button } from '#components/ui/button.tsx'
import { Callout } from '#components/ui/callout.tsx'

/** In the place of what did not come, among what did. */
export function ReadFailure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <Callout
      tone="failed"
      alert
      actions={
        <Button look="ghost" size="small" onClick={() => void onRetry()}>
          Try again
        </Button>
      }
    >
      {apiFailure(error).message}
    </Callout>
  )
}
