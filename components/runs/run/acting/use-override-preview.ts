import { useDeferredValue, useMemo } from 'react'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { type OverridePreview, previewOverride } from '#core/run/preview/preview-override.ts'
import type { RunState } from '#core/run/state.ts'
import { type OverrideChoice, overrideOf } from './override-choice.ts'

/** What the override would do, by the history as it is here: asked again with every change of the run and of the choice. */
export function useOverridePreview(
  executable: ExecutableDefinition,
  state: RunState,
  { verb, step, output, target }: OverrideChoice,
): OverridePreview {
  const settled = useDeferredValue(state)
  const typed = useDeferredValue(output)
  return useMemo(
    () => previewOverride(executable, settled, overrideOf({ verb, step, output: typed, target })),
    [executable, settled, verb, step, typed, target],
  )
}
