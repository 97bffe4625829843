import { apiFailure } from '#components/api/api-failure.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { shellTexts } from '../texts/shell.ts'

/** The message in place of data that failed to load, on a page whose other data is there. */
export function ReadFailure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <Callout
      tone="failed"
      alert
      actions={
        <Button look="ghost" size="small" onClick={() => void onRetry()}>
          {shellTexts.tryAgain}
        </Button>
      }
    >
      {apiFailure(error).message}
    </Callout>
  )
}
