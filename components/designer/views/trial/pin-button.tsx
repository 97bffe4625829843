import { useMutation } from '@tanstack/react-query'
import { apartInOutput } from '#components/runs/whole/apart-words.ts'
import { givable, readValues } from '#components/runs/whole/read-values.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { refsIn, withValues } from '#core/run/payload/payload-ref.ts'
import { useSession } from '../../model/session-context.tsx'
import type { StepValue } from '../../model/trial/step-values.ts'
import { viewsTrialTexts } from '../../texts/views-trial.ts'

/** The button that pins the output of a step; the user writes the output if there is none, or if it is too large. */
export function PinButton({ step, value }: { step: string; value: StepValue | undefined }) {
  const { trial } = useSession()
  const { output, http } = value ?? {}
  const refs = [...refsIn(output), ...refsIn(http)]
  const hashes = givable([output ?? null, http ?? null])
  const isTooLarge = refs.some(({ sha256 }) => !hashes.includes(sha256))
  const pin = useMutation({
    async mutationFn() {
      if (value === undefined || output === undefined || isTooLarge) return trial.pin(step, { output: {} })
      const { values } = hashes.length === 0 ? { values: new Map() } : await readValues(value.runId, hashes)
      trial.pin(step, { output: withValues(output, values), http: http && withValues(http, values) })
    },
  })
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button disabled={pin.isPending} onClick={() => pin.mutate()}>
        {output === undefined || isTooLarge ? viewsTrialTexts.pinCustomOutput : viewsTrialTexts.pinThisOutput}
      </Button>
      {isTooLarge && <p className="text-small">{apartInOutput(refs)}</p>}
      {pin.error && (
        <Callout tone="failed" alert>
          {pin.error.message}
        </Callout>
      )}
      <p className="text-small text-muted">{viewsTrialTexts.testsUseItInsteadOf}</p>
    </div>
  )
}
